import { perform } from '@cotejo/http/client';
import { notify, useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { callsOf } from '../calls.ts';
import type { Call } from '@cotejo/http/contracts';
import { permissionOf, rightOf } from '../record.ts';
import { openActs, type AnyRules, type Circumstances } from '../rules.ts';
import { stateFromRow, toWire, type WireRow } from '../wire.ts';
import { RULED, valueOf, type RecordRow } from './record-columns.ts';
import type { RecordWords } from './record-words.ts';
import { changeOf } from './use-record-rows.ts';

export interface RecordActs {
  readonly mayCreate: boolean;
  /** Acts, common ones included, that the user may perform on a record now. */
  readonly openFor: (row: RecordRow) => readonly string[];
  readonly create: (body: WireRow) => Promise<RecordRow>;
  /** Performs an act and shows a confirmation. Rejects with the refusal. */
  readonly act: (row: RecordRow, act: string, body?: WireRow) => Promise<RecordRow>;
  /** Performs an act whose result is seen where the user looks, without a confirmation. Rejects with the refusal. */
  readonly actQuietly: (row: RecordRow, act: string, body?: WireRow) => Promise<RecordRow>;
  /** Performs an act; a refusal is shown here, and rejects as well. */
  readonly tryAct: (row: RecordRow, act: string) => Promise<void>;
  /** Writes one field, by its name and value in code. */
  readonly setField: (row: RecordRow, field: string, value: unknown) => Promise<void>;
}

/** State of a record's parent, for records whose rules depend on one. Must be referentially stable. */
export type ParentOf = (row: RecordRow) => unknown;
type Put = (change: ReturnType<typeof changeOf>) => void;

/** Allowed acts on the records of a list, and functions that perform them. */
export function useRecordActs(
  rules: AnyRules,
  words: RecordWords,
  put: Put,
  parentOf?: ParentOf,
): RecordActs {
  const { record } = rules;
  const workspace = useWorkspace();
  const { api, me } = workspace;
  const format = useFormat();
  const queries = useQueryClient();
  const failure = useErrorText();

  const openFor = useCallback(
    (row: RecordRow) => {
      if (row.id.startsWith(RULED)) return [];
      const { assignee } = record;
      const state = stateFromRow(record, row as never) as Readonly<Record<string, unknown>>;
      const holder = assignee === null ? null : state[assignee];
      const object = {
        createdBy: row.createdBy.id,
        ...(typeof holder === 'string' && { assignee: holder }),
      };
      const when = (act: string): Circumstances => ({
        at: new Date().toISOString(),
        today: format.isoDay(new Date()),
        by: me.id,
        reach: workspace.can(permissionOf(record, rightOf(act))) ? 'all' : 'own',
        parent: parentOf?.(row) ?? null,
      });
      const isOpen = (act: string) => (openActs(rules, state as never, when(act)) as string[]).includes(act);
      return Object.keys(callsOf(record)).filter(
        (act) => isOpen(act) && workspace.can(permissionOf(record, rightOf(act)), object),
      );
    },
    [rules, record, workspace, me.id, format, parentOf],
  );

  const send = useCallback(
    async (row: RecordRow, act: string, body: WireRow): Promise<RecordRow> => {
      const call = (callsOf(record) as unknown as Readonly<Record<string, Call>>)[act];
      if (call === undefined) throw new Error(`no call does "${act}"`);
      const given = { params: { id: row.id }, ...(call.body !== undefined && { body }) };
      const answer = changeOf(record, (await perform(api, call, given as never)) as WireRow);
      const after = answer.row ?? row;
      // Removed records leave the list, restored ones return to it.
      put(after.removedAt === null ? answer : { ...answer, row: null });
      void queries.invalidateQueries({ queryKey: ['record', record.name, 'history', row.id] });
      if (act === 'remove' || act === 'restore') {
        void queries.invalidateQueries({ queryKey: ['record', record.name, 'trash'] });
      }
      return after;
    },
    [api, record, put, queries],
  );

  const act = useCallback(
    async (row: RecordRow, name: string, body: WireRow = {}) => {
      const after = await send(row, name, body);
      notify.success(words.done(name));
      return after;
    },
    [send, words],
  );

  return useMemo(
    () => ({
      // A right to one's own records is enough; the rules say whose a new one may be.
      mayCreate: workspace.can(permissionOf(record, 'add'), { createdBy: me.id, assignee: me.id }),
      openFor,
      act,
      actQuietly: (row, name, body = {}) => send(row, name, body),
      create: async (body) => {
        const answer = changeOf(record, await perform(api, callsOf(record).create, { body }));
        put(answer);
        notify.success(words.done('create'));
        return answer.row as RecordRow;
      },
      tryAct: async (row, name) => {
        try {
          await act(row, name);
        } catch (error) {
          notify.error(failure(error));
          throw error;
        }
      },
      setField: async (row, field, value) => {
        const { id, version } = row;
        // Optimistic update, except for people: the display name is known only from the answer.
        const isPlain = typeof valueOf(row, field) !== 'object' || valueOf(row, field) === null;
        if (isPlain) put({ id, version, row: { ...row, [field]: value } });
        try {
          await send(row, 'change', toWire(record, { [field]: value }));
        } catch (error) {
          put({ id, version, row });
          notify.error(failure(error));
          throw error;
        }
      },
    }),
    [workspace, record, me.id, openFor, act, api, put, words, failure, send],
  );
}
