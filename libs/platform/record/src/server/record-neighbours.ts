import { In, IsNull, type DataSource } from 'typeorm';
import type { FieldKind } from '../fields.ts';
import { NO_OTHERS, type Others } from '../rules.ts';
import { sameText } from '../same-text.ts';
import type { ServedRecord } from './server-context.ts';

type Values = Readonly<Record<string, unknown>>;
export type KeptValues = Values & { readonly id: string; readonly removedAt: string | null };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Kinds that are compared by `sameText`. */
const COMPARED = new Set<FieldKind>(['line', 'text']);

/** Reads the records that an act depends on, from the read models. */
export class RecordNeighbours {
  constructor(
    private readonly db: DataSource,
    /** Records of all contexts. */
    private readonly records: () => readonly ServedRecord[],
  ) {}

  /** The record that references of this target name; null for a target that is no record. */
  of(target: string): ServedRecord | null {
    return this.records().find(({ rules }) => rules.record.name === target) ?? null;
  }

  /** Records by id, including those in the trash: what refers to them stays readable. */
  async named(account: string, target: string, ids: readonly string[]): Promise<Map<string, KeptValues>> {
    const served = this.of(target);
    // Other ids, as references to items have, name no record.
    const uuids = [...new Set(ids)].filter((id) => UUID.test(id));
    if (served === null || uuids.length === 0) return new Map();
    const rows = await this.db
      .getRepository(served.table.entity)
      .findBy({ accountId: account, id: In(uuids) });
    return new Map((rows as unknown as KeptValues[]).map((row) => [row.id, row]));
  }

  /** Facts for the rules; `values` are those that the record would have after the act. */
  async others(
    account: string,
    { rules, table }: ServedRecord,
    act: string,
    values: Values,
  ): Promise<Others> {
    const { record } = rules;
    if (act === 'remove')
      return { ...NO_OTHERS, uses: await this.uses(account, record.name, String(values['id'])) };
    const rows =
      record.unique === null
        ? []
        : await this.present(account, { rules, table }, record.unique.fields, values);
    const isTaken = rows.some(
      (row) =>
        row.id !== values['id'] &&
        record.unique?.fields.every((name) => sameText(row[name] ?? null, values[name] ?? null)) === true,
    );
    const referred: Record<string, Values> = {};
    for (const [name, { target }] of Object.entries(record.fields)) {
      const id = values[name];
      if (target === null || typeof id !== 'string') continue;
      const row = (await this.named(account, target, [id])).get(id);
      if (row?.removedAt === null) referred[name] = row;
    }
    return { isTaken, uses: 0, referred };
  }

  /** Records outside the trash with the same values in those of the fields that are compared exactly. */
  private async present(
    account: string,
    { rules, table }: Pick<ServedRecord, 'rules' | 'table'>,
    fields: readonly string[],
    values: Values,
  ): Promise<KeptValues[]> {
    const exact = fields.filter((name) => !COMPARED.has(rules.record.fields[name]?.kind ?? 'line'));
    const same = Object.fromEntries(exact.map((name) => [name, values[name] ?? IsNull()]));
    const rows = await this.db
      .getRepository(table.entity)
      .findBy({ accountId: account, removedAt: IsNull(), ...same });
    return rows as unknown as KeptValues[];
  }

  private async uses(account: string, target: string, id: string): Promise<number> {
    const counts = this.records().flatMap(({ rules, table }) =>
      Object.entries(rules.record.fields)
        .filter(([, field]) => field.target === target)
        .map(([name]) =>
          this.db
            .getRepository(table.entity)
            .countBy({ accountId: account, removedAt: IsNull(), [name]: id }),
        ),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
}
