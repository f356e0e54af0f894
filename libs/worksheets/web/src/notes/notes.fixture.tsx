import type { PermissionKey, UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { AuditMirror } from '@cotejo/audits-domain';
import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { UiProvider, uiTranslations, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import type { NoteId, NotePerson, NoteView } from '@cotejo/worksheets-contracts';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { worksheetsTranslations } from '../translations.ts';
import type { NotesSession, OwnIntent } from './notes-session.ts';

const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const noteId = (n: number) => uuid(8, n) as NoteId;
export const ana: NotePerson = { id: uuid(2, 1) as UserId, name: 'Ana Ruiz', sigla: 'AR' };
export const luis: NotePerson = { id: uuid(2, 2) as UserId, name: 'Luis Paz', sigla: 'LP' };
export const [step, risk, phase] = [uuid(1, 1), uuid(1, 2), uuid(1, 3)] as [ItemId, ItemId, ItemId];

export const row = (n: number, change: Partial<NoteView> = {}): NoteView => ({
  id: noteId(n),
  status: 'ABIERTA',
  created_by: luis,
  descripcion: `Nota ${n}`,
  created_at: '2026-03-02',
  momento: '2026-03-02T15:00:00.000Z',
  comentarios: [],
  firmas: { completado: [], revisado: [] },
  modelo_id: step,
  campo: null,
  orden: n,
  version: n,
  ...change,
});

/** An audit with a phase that holds a risk and a step, open for Ana. */
export class FakeSession implements NotesSession {
  readonly me = ana.id;
  mode: 'edit' | 'read' = 'edit';
  snapshot = {};
  readonly view = new AuditMirror();
  pending: OwnIntent[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly settledListeners = new Set<
    (settled: readonly { entry: OwnIntent; tray: object | null }[]) => void
  >();

  constructor(private readonly keys: readonly PermissionKey[] = ['plan.note__add']) {
    this.item(phase, 'phase', null, 'Ejecución');
    this.item(risk, 'risk', phase, 'Pagos duplicados');
    this.item(step, 'step', phase, 'Conciliar pagos');
    this.view.setVersion(3);
  }

  private item(id: ItemId, type: ItemType, parent: ItemId | null, name: string): void {
    this.view.applyRecord(id, {
      type,
      name,
      code: null,
      status: null,
      assignee: null,
      place: [parent, `a${this.view.childrenOf(parent).length}`],
      createdBy: luis.id,
      version: 1,
      changedBy: luis.id,
      fields: {},
      treatment: null,
      derived: false,
      completedBy: null,
      deleted: null,
    });
  }

  readonly can = (key: PermissionKey): boolean => this.keys.includes(key);
  readonly onTree = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly connection: NotesSession['connection'] = {
    outbox: {
      pending: this.pending,
      onChange: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
      onSettled: (listener) => {
        this.settledListeners.add(listener);
        return () => this.settledListeners.delete(listener);
      },
    },
  };

  deleted(id: ItemId): void {
    const node = this.view.get(id);
    if (node) this.view.applyRecord(id, { ...node, deleted: 9 });
    this.changed();
  }
  does(intent: OwnIntent['intent'], seq = this.pending.length): void {
    this.pending.push({ session: 's', seq, intent, at: '2026-03-03T15:00:00.000Z', answer: null });
    this.changed();
  }
  /** The server took the first of them. */
  settles(version: number): void {
    const [first] = this.pending.splice(0, 1);
    if (!first) throw new Error('nothing is on its way');
    const entry = { ...first, answer: { outcome: { ok: true }, version } };
    for (const listener of this.settledListeners) listener([{ entry, tray: null }]);
    this.changed();
  }
  private changed(): void {
    this.snapshot = {};
    for (const listener of this.listeners) listener();
  }
}

/** The feed of notes, as a test lets it speak. */
export class FakeFeed {
  handlers: FollowHandlers | null = null;
  followed: readonly unknown[] = [];
  readonly live = {
    follow: (...args: unknown[]) => {
      this.followed = args.slice(0, 3);
      this.handlers = args[3] as FollowHandlers;
      this.handlers.onState?.('live');
      return () => (this.handlers = null);
    },
  };
  tells(...rows: readonly NoteView[]): void {
    this.handlers?.onFrame({ topic: 'review-notes', key: 'a', from: -1, to: 1, rows: [...rows] });
  }
}

const i18n = createI18n({
  resources: [uiTranslations, worksheetsTranslations, worksheetsContractsTranslations],
});

export function Around({
  feed,
  store = createStore(),
  children,
}: {
  readonly feed: FakeFeed;
  readonly store?: ReturnType<typeof createStore>;
  readonly children: ReactNode;
}) {
  const workspace = {
    live: feed.live,
    me: { id: ana.id, name: ana.name, initials: ana.sigla },
  } as unknown as Workspace;
  return (
    <Provider store={store}>
      <UiProvider i18n={i18n}>
        <WorkspaceProvider workspace={workspace}>{children}</WorkspaceProvider>
      </UiProvider>
    </Provider>
  );
}
