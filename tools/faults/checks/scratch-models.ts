import { auditsProjector } from '@cotejo/audits-server';
import { ensureDatabase, withConnection } from '@cotejo/database';
import type { RecordedEvent } from '@cotejo/event-store';
import type { Projector, ProjectionTransaction } from '@cotejo/projections';
import { worksheetsProjector } from '@cotejo/worksheets-server';
import type { Client } from 'pg';
import { migrateDatabase } from '../../../apps/server/src/configuration/database-schemas.ts';
import { violation, type Violation } from '../history/violation.ts';

/** Tables of the read models: name, column of the audit id, and columns to ignore in comparisons. */
const TABLES = [
  { table: 'audit', audit: 'id', hidden: ['changed'] },
  { table: 'audit_member', audit: 'audit_id', hidden: [] },
  { table: 'independence_declaration', audit: 'audit_id', hidden: [] },
  { table: 'time_record', audit: 'audit_id', hidden: [] },
  { table: 'tree_item', audit: 'audit_id', hidden: [] },
  { table: 'change', audit: 'audit_id', hidden: [] },
  { table: 'step_programme', audit: 'audit_id', hidden: [] },
  { table: 'review_note', audit: 'audit_id', hidden: [] },
  // Rows of the whole account; `changed` is a cursor of the projector, not part of the log.
  { table: 'own_plans_feed', audit: null, hidden: ['changed'] },
] as const;

const PROJECTORS: readonly Projector[] = [auditsProjector, worksheetsProjector];

/** Reference read models without any faults: the product's projectors, applied to the log as stored. */
export class ScratchModels {
  private constructor(
    private readonly ownerUrl: string,
    readonly name: string,
  ) {}

  static async create(
    urls: { readonly adminUrl: string; readonly ownerUrl: string; readonly appUrl: string },
    name: string,
  ): Promise<ScratchModels> {
    await ensureDatabase(urls.adminUrl, name);
    const inside = (url: string): string => {
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.toString();
    };
    await migrateDatabase(inside(urls.ownerUrl), inside(urls.appUrl));
    return new ScratchModels(inside(urls.ownerUrl), name);
  }

  async apply(events: readonly RecordedEvent[]): Promise<void> {
    await withConnection(this.ownerUrl, async (client) => {
      await client.query('begin');
      const tx: ProjectionTransaction = {
        schema: 'read',
        query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
          (await client.query<Row>(text, values && [...values])).rows,
      };
      for (const projector of PROJECTORS) {
        const own = events.filter((event) => concerns(projector, event));
        if (own.length > 0) await projector.apply(own, tx);
      }
      await client.query('commit');
    });
  }

  /** Differences between the product's rows and these: of some audits, or of all. */
  async compare(product: Client, audits: readonly string[] | null): Promise<Violation[]> {
    return withConnection(this.ownerUrl, async (scratch) => {
      const found: Violation[] = [];
      for (const { table, audit, hidden } of TABLES) {
        const row = `to_jsonb(t) ${hidden.map((column) => `- '${column}'`).join(' ')}`;
        const where = audit === null || audits === null ? 'true' : `t.${audit} = any ($1::uuid[])`;
        const values = where === 'true' ? [] : [audits];
        const from = `from read.${table} t where ${where}`;
        const digest = `select md5(string_agg(md5((${row})::text), '' order by md5((${row})::text))) as hash, count(*) ${from}`;
        const [live, rebuilt] = [await product.query(digest, values), await scratch.query(digest, values)];
        if (JSON.stringify(live.rows) === JSON.stringify(rebuilt.rows)) continue;
        const list = `select (${row})::text as row ${from}`;
        const [liveRows, rebuiltRows] = [
          await product.query<{ row: string }>(list, values),
          await scratch.query<{ row: string }>(list, values),
        ];
        found.push(
          violation('read-model-differs', `${table}: ${difference(liveRows.rows, rebuiltRows.rows)}`),
        );
      }
      return found;
    });
  }
}

function concerns({ filter }: Projector, { stream, type }: RecordedEvent): boolean {
  const { streamPrefixes, types } = filter;
  return (
    (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) && (types?.includes(type) ?? true)
  );
}

function difference(live: readonly { row: string }[], rebuilt: readonly { row: string }[]): string {
  const first = (rows: readonly { row: string }[], others: readonly { row: string }[]): string => {
    const known = new Set(others.map(({ row }) => row));
    return rows.find(({ row }) => !known.has(row))?.row ?? '';
  };
  return `live has ${first(live, rebuilt)}; rebuilt has ${first(rebuilt, live)}`.slice(0, 2_000);
}
