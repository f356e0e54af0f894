import { closeCode } from '@cotejo/rooms/protocol';
import type { Admission } from '@cotejo/rooms/server';
import type { RootKind } from '../protocol.ts';
import type { Revision, TextHost, TextKey } from '../server/index.ts';

/** Principal of a ticket `name` or `name@session`. */
export interface Writer {
  readonly name: string;
  readonly session: string;
}

/** Memos of one account for tests: fields `body` and `notes`, and a map `shapes`; keeps revisions in memory. */
export interface MemoTextHost extends TextHost<Writer> {
  readonly revisions: Revision[];
  /** Code with which this user's writes are refused from now on; null = allowed. */
  refuse(name: string, code: string | null): void;
  /** Users who may not enter. */
  readonly shutOut: Set<string>;
  /** Runs before a revision is kept; may throw. */
  beforeRevision: (revision: Revision) => void | Promise<void>;
  seedWith: ((key: TextKey) => Uint8Array | null) | null;
  /** Changes the store's incarnation, as a restore does. */
  restoreAs(incarnation: string): void;
}

export const MEMO_ACCOUNT = '00000000-0000-4000-8000-0000000000aa';
/** Account of memos whose names begin with `other-`. */
const OTHER_ACCOUNT = '00000000-0000-4000-8000-0000000000bb';

const KINDS: Readonly<Record<string, RootKind>> = { body: 'rich-text', notes: 'rich-text', shapes: 'map' };
export const memoKinds = (root: string): RootKind | null =>
  Object.hasOwn(KINDS, root) ? (KINDS[root] ?? null) : null;

export function memoTextHost(revisions: Revision[] = []): MemoTextHost {
  const codes = new Map<string, string>();
  let rights = 1;
  let incarnation = 'one';
  const host: MemoTextHost = {
    kind: 'memo',
    permission: null,
    get incarnation() {
      return incarnation;
    },
    revisions,
    shutOut: new Set(),
    beforeRevision: () => undefined,
    seedWith: null,
    refuse(name, code) {
      rights++;
      if (code === null) codes.delete(name);
      else codes.set(name, code);
    },
    restoreAs: (name) => void (incarnation = name),
    locate: async (id) =>
      id === 'missing'
        ? null
        : { account: id.startsWith('other-') ? OTHER_ACCOUNT : MEMO_ACCOUNT, document: id },
    roomOf: ({ document }) => document,
    groupOf: ({ document }) => document.slice(0, 8),
    mayEnter: async ({ name }): Promise<Admission> => {
      if (host.shutOut.has(name)) return { ok: false, code: closeCode.forbidden, reason: 'shut out' };
      const user = { id: name, name, initials: name.slice(0, 2), color: 1 };
      return { ok: true, user, mode: codes.has(name) ? 'read' : 'edit' };
    },
    mayWrite: ({ name }) => codes.get(name) ?? null,
    rightsVersion: () => rights,
    rootKinds: () => memoKinds,
    seed: async (key) => host.seedWith?.(key) ?? null,
    revise: async (revision) => {
      await host.beforeRevision(revision);
      revisions.push(revision);
    },
  };
  return host;
}
