import type { PermissionKey } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { ToastHost, UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { GivenAddress, givenWorkspace, type GivenWorkspace } from '@cotejo/ui/testing';
import type { NoteId, NoteIntent, NoteView } from '@cotejo/worksheets-contracts';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { useState, type ReactNode } from 'react';
import { ana, luis, risk, smallPlan, step, uuid } from '../small-plan.fixture.ts';
import { AUDIT } from '../mentions/mention.fixture.ts';
import { worksheetsTranslations } from '../translations.ts';
import { NotesBadge } from './notes-badge.tsx';
import { NotesFollower } from './notes-follower.tsx';
import { NotesPanel } from './notes-panel.tsx';
import type { NotesSession, OwnIntent } from './notes-session.ts';

export { ana, luis, phase, risk, step } from '../small-plan.fixture.ts';
export const noteId = (n: number) => uuid(8, n) as NoteId;

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

/** An audit with a phase that contains a risk and a step, opened by Ana. */
export class FakeSession implements NotesSession {
  readonly me = ana.id;
  mode: 'edit' | 'read' = 'edit';
  snapshot = {};
  readonly view = smallPlan();
  pending: OwnIntent[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly settledListeners = new Set<
    (settled: readonly { entry: OwnIntent; tray: object | null }[]) => void
  >();

  constructor(private readonly keys: readonly PermissionKey[] = ['plan.note__add']) {}

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
  /** The server accepts the first pending intent. */
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

/** Feed of notes, driven by the test. */
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
  resources: [
    uiTranslations,
    worksheetsTranslations,
    worksheetsContractsTranslations,
    auditsContractsTranslations,
  ],
});

export function Around({
  feed,
  store = createStore(),
  api,
  children,
}: {
  readonly feed: FakeFeed;
  readonly store?: ReturnType<typeof createStore> | undefined;
  readonly api?: GivenWorkspace['api'];
  readonly children: ReactNode;
}) {
  const workspace = givenWorkspace({
    follow: feed.live.follow,
    ...(api && { api }),
    me: { id: ana.id, name: ana.name, initials: ana.sigla },
  });
  return (
    <Provider store={store}>
      <UiProvider i18n={i18n} env="test">
        <WorkspaceProvider workspace={workspace}>{children}</WorkspaceProvider>
      </UiProvider>
    </Provider>
  );
}

export interface ShownNotes {
  readonly session: FakeSession;
  readonly feed: FakeFeed;
  readonly acts: NoteIntent[];
  readonly revealed: ItemId[];
  /** Opened worksheets with their tabs. */
  readonly worksheets: [ItemId, string][];
  /** Tabs selected in the worksheet in front. */
  readonly tabs: [ItemId, string][];
}

/** Users that can be mentioned. */
export const TEAM = [ana, luis].map(({ id, name, sigla }) => ({ id, name, initials: sigla }));

/** Panel of an item (null: of the audit) or of a field, with the badges of rows and the follower of both. */
export function showNotes(
  itemId: ItemId | null,
  keys: readonly PermissionKey[] = ['plan.note__add'],
  givenField: string | null = null,
  around: Pick<Parameters<typeof Around>[0], 'store' | 'api'> & { readonly selected?: ItemId } = {},
): ShownNotes {
  const session = new FakeSession(keys);
  const feed = new FakeFeed();
  const shown: ShownNotes = { session, feed, acts: [], revealed: [], worksheets: [], tabs: [] };
  const onTab = (id: ItemId, tab: string) => void shown.tabs.push([id, tab]);
  const onRow = (id: ItemId) => void shown.revealed.push(id);
  const people = {
    me: ana.id,
    team: TEAM,
    person: (id: string) => TEAM.find((one) => one.id === id) ?? null,
  };
  function Screen() {
    const [about, setAbout] = useState({ item: itemId, field: givenField });
    const open = (item: ItemId | null = null, field: string | null = null) => setAbout({ item, field });
    return (
      <>
        <NotesFollower auditId={AUDIT} session={session} />
        {[risk, step].map((id) => (
          <div key={id} data-testid={`row ${id}`}>
            <NotesBadge itemId={id} onOpen={() => open(id)} />
          </div>
        ))}
        <NotesPanel
          auditId={AUDIT}
          session={session}
          itemId={about.item}
          selected={around.selected ?? null}
          field={about.field}
          people={people}
          act={(intent) => {
            shown.acts.push(intent);
            session.does({ ...intent });
            return true;
          }}
          onItem={open}
          onWorksheet={(id, tab) => shown.worksheets.push([id, tab])}
          onTab={onTab}
          onRow={onRow}
          onClose={() => undefined}
        />
        <ToastHost />
      </>
    );
  }
  render(
    <Around feed={feed} {...around}>
      <GivenAddress>
        <Screen />
      </GivenAddress>
    </Around>,
  );
  return shown;
}
