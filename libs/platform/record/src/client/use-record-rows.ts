import { perform } from '@cotejo/http/client';
import type { RowChange } from '@cotejo/live/client';
import { useWorkspace } from '@cotejo/ui';
import { useRows, type ListRows, type RowsPage, type RowsSource } from '@cotejo/ui/list';
import { useMemo } from 'react';
import { callsOf, MOST_ROWS, topicOf, type WirePage } from '../calls.ts';
import type { AnyRecord } from '../record.ts';
import { rowFromWire, type WireRow } from '../wire.ts';
import type { RecordRow } from './record-columns.ts';

/** Converts a wire row to a change; removals contain only id and version. */
export function changeOf(record: AnyRecord, wire: WireRow): RowChange<RecordRow> {
  if (wire['eliminado'] === true) {
    return { id: String(wire['id']), version: Number(wire['version']), row: null };
  }
  const row = rowFromWire(record, wire) as unknown as RecordRow;
  return { id: row.id, version: row.version, row };
}

const pageOf = (record: AnyRecord, { filas, cursor, pagina, paginas }: WirePage): RowsPage<RecordRow> => ({
  changes: filas.map((row) => changeOf(record, row)),
  cursor,
  hasMore: pagina < paginas,
});

/** A part of a record's rows. Must be referentially stable: a new one reloads the rows. */
export interface RowsScope {
  /** Filters of the list's call, by their names on the wire. */
  readonly query: Readonly<Record<string, string>>;
  readonly holds: (row: RecordRow) => boolean;
}
const EVERYTHING: RowsScope = { query: {}, holds: () => true };

/** Live rows of the records that the reader may see; or the trash, loaded when it is shown. */
export function useRecordRows(
  record: AnyRecord,
  isTrash: boolean,
  scope: RowsScope = EVERYTHING,
): ListRows<RecordRow> {
  const { api, me } = useWorkspace();
  const source = useMemo((): RowsSource<RecordRow> => {
    const ask = (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
      perform(api, callsOf(record).list, { query: { por_pagina: String(MOST_ROWS), ...query } }, { signal });
    return {
      key: ['record', record.name, isTrash ? 'trash' : 'rows', scope.query],
      first: async (signal) => {
        const page = pageOf(record, await ask({ ...scope.query, ...(isTrash && { papelera: '1' }) }, signal));
        return isTrash ? { ...page, hasMore: false } : page;
      },
      after: async (cursor, signal) => {
        const page = await ask({ despues: String(cursor) }, signal);
        return { ...pageOf(record, page), hasMore: page.filas.length === MOST_ROWS };
      },
      feed: isTrash ? null : { topic: topicOf(record), key: me.accountId },
      change: (raw) => changeOf(record, raw as WireRow),
    };
  }, [api, me.accountId, record, isTrash, scope]);
  const all = useRows(source);
  // The feed and later pages tell changes of all rows.
  const rows = useMemo(() => all.rows.filter(scope.holds), [all.rows, scope]);
  return { ...all, rows };
}
