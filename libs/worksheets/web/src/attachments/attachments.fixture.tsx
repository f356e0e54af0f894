import type { ItemId, AuditIntent, Rejection } from '@cotejo/audits-contracts';
import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { GivenAddress, givenWorkspace } from '@cotejo/ui/testing';
import type { AttachmentId, AttachmentView } from '@cotejo/worksheets-contracts';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { WorksheetHostContext, type WorksheetHost } from '../host/worksheet-host.ts';
import { ana, luis, smallPlan, step, uuid } from '../small-plan.fixture.ts';
import { AttachmentsFollower } from './attachments-follower.tsx';
import { attachmentsTranslations } from './attachments-translations.ts';

export { ana, luis, phase, risk, step } from '../small-plan.fixture.ts';
export const AUDIT = uuid(1, 99);
export const fileId = (n: number) => uuid(7, n) as AttachmentId;

/** The nth file of the step, uploaded by Luis. */
export const file = (n: number, change: Partial<AttachmentView> = {}): AttachmentView => ({
  id: fileId(n),
  modelId: step,
  fieldId: null,
  nombre_archivo: `Acta ${n}.pdf`,
  peso_archivo: 2_400_000,
  tipo: 'application/pdf',
  sha256: 'a'.repeat(64),
  created_at: '2026-03-02',
  momento: '2026-03-02T15:00:00.000Z',
  created_by: luis,
  firmas: { completado: [], revisado: [] },
  revision: 1,
  reemplaza: null,
  reemplazado: false,
  eliminado: false,
  orden: n,
  version: n,
  ...change,
});

/** An audit with a phase that contains a risk and a step, opened by Ana. */
export class FakePlan {
  readonly view = smallPlan();
  snapshot = {};
  readonly asked: unknown[] = [];
  readonly announced: string[] = [];
  /** Rejections by kind of intent, from the rules and the server. */
  refusals: Readonly<Record<string, Rejection>> = {};
  handlers: FollowHandlers | null = null;
  /** Answers to requests for bytes. */
  bytes: (path: string) => Promise<{ bytes: Uint8Array; headers: Headers }> = () =>
    Promise.reject(new Error('no file'));
  private readonly listeners = new Set<() => void>();

  readonly onTree = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  deleted(id: ItemId): void {
    const node = this.view.get(id);
    if (node) this.view.applyRecord(id, { ...node, deleted: 9 });
    this.snapshot = {};
    for (const listener of this.listeners) listener();
  }
  tells(...rows: readonly AttachmentView[]): void {
    this.handlers?.onFrame({ topic: 'attachments', key: AUDIT, from: -1, to: 1, rows: [...rows] });
  }

  readonly host = {
    audit: { id: AUDIT },
    itemId: step,
    session: {
      me: ana.id,
      mode: 'edit',
      view: this.view,
      onTree: this.onTree,
      judge: ({ kind }: AuditIntent) => this.refusals[kind] ?? null,
    },
    ask: (intent: AuditIntent) => {
      this.asked.push(intent);
      return Promise.resolve(true);
    },
    attached: () => undefined,
    announce: (text: string) => this.announced.push(text),
    person: (id: string) => [ana, luis].find((one) => one.id === id),
  } as unknown as WorksheetHost;

  readonly workspace = givenWorkspace({
    follow: (_topic, _key, _cursor, handlers) => {
      this.handlers = handlers;
      handlers.onState?.('live');
      return () => (this.handlers = null);
    },
    api: {
      headers: () => ({ Authorization: 'Token abc' }),
      getBytes: (path: string) => this.bytes(path),
    },
    me: { id: ana.id, name: ana.name, initials: ana.sigla },
  });
}

const i18n = createI18n({
  resources: [uiTranslations, worksheetsContractsTranslations, ...attachmentsTranslations],
});

interface AroundProps {
  readonly plan: FakePlan;
  readonly store?: ReturnType<typeof createStore>;
  readonly children: ReactNode;
}

/** A worksheet of the step, with the feed of its files. */
export function Around({ plan, store = createStore(), children }: AroundProps) {
  return (
    <Provider store={store}>
      <UiProvider i18n={i18n} env="test">
        <WorkspaceProvider workspace={plan.workspace}>
          <WorksheetHostContext value={plan.host}>
            <AttachmentsFollower auditId={AUDIT} />
            <GivenAddress>{children}</GivenAddress>
          </WorksheetHostContext>
        </WorkspaceProvider>
      </UiProvider>
    </Provider>
  );
}
