import { In, IsNull, type DataSource } from 'typeorm';
import type { FieldKind } from '../fields.ts';
import { fieldsOfAct, type AnyRecord } from '../record.ts';
import { NO_OTHERS, type AnyRules, type Others } from '../rules.ts';
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

  /**
   * Kinds of records, by name, whose acts must not happen beside one on a record of this kind: its own where other
   * records matter to it, its parent's, and those that it refers to.
   */
  namesBeside({ record, parent }: AnyRules): readonly string[] {
    const aboveOf = (of: AnyRules['parent']) =>
      of === null ? [] : [(of.rules.record as Pick<AnyRecord, 'name'>).name];
    const isParent = this.records().some(({ rules }) => aboveOf(rules.parent).includes(record.name));
    const own = record.title === null && record.unique === null && !isParent ? [] : [record.name];
    const referred = this.referredBy(record).map(({ rules }) => rules.record.name);
    return [...new Set([...own, ...aboveOf(parent), ...referred])];
  }

  /** Records whose tables `others` and references are read from for an act. */
  readFor({ record }: AnyRules, act: string): readonly ServedRecord[] {
    if (act === 'remove') {
      const refers = ({ rules }: ServedRecord) =>
        Object.values(rules.record.fields).some(({ target }) => target === record.name);
      return this.records().filter(refers);
    }
    const own = this.of(record.name);
    const referred = this.referredBy(record);
    return [...new Set([...(record.unique === null || own === null ? [] : [own]), ...referred])];
  }

  private referredBy({ fields }: AnyRecord): readonly ServedRecord[] {
    return Object.values(fields).flatMap(({ target }) => (target === null ? [] : (this.of(target) ?? [])));
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
      return { ...NO_OTHERS, isUsed: await this.isUsed(account, record.name, String(values['id'])) };
    const isTaken = await this.isTaken(account, { rules, table }, act, values);
    const referred: Record<string, Values> = {};
    for (const [name, { target }] of Object.entries(record.fields)) {
      const id = values[name];
      if (target === null || typeof id !== 'string') continue;
      const row = (await this.named(account, target, [id])).get(id);
      if (row?.removedAt === null) referred[name] = row;
    }
    return { isTaken, isUsed: await this.isNamed(account, record, act, values), referred };
  }

  /** See `Others.isUsed`; read where records of a kind may name each other. */
  private async isNamed(account: string, record: AnyRecord, act: string, values: Values): Promise<boolean> {
    const own = Object.entries(record.fields).find(([, { target }]) => target === record.name)?.[0];
    const id = own === undefined || act !== 'create' ? values['id'] : values[own];
    return own !== undefined && typeof id === 'string' && this.isUsed(account, record.name, id);
  }

  private async isTaken(
    account: string,
    served: Pick<ServedRecord, 'rules' | 'table'>,
    act: string,
    values: Values,
  ): Promise<boolean> {
    const { record } = served.rules;
    const { fields = [] } = record.unique ?? {};
    const writes = act === 'create' || act === 'restore' ? record.fields : fieldsOfAct(record, act);
    const isSet = fields.some((name) => (values[name] ?? null) !== null);
    // An act that writes none of these fields takes nothing, and a record without any of them has nothing to itself.
    if (!isSet || !fields.some((name) => name in writes)) return false;
    const rows = await this.present(account, served, fields, values);
    return rows.some(
      (row) =>
        row.id !== values['id'] && fields.every((name) => sameText(row[name] ?? null, values[name] ?? null)),
    );
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

  private async isUsed(account: string, target: string, id: string): Promise<boolean> {
    const found = this.records().flatMap(({ rules, table }) =>
      Object.entries(rules.record.fields)
        .filter(([, field]) => field.target === target)
        .map(([name]) =>
          this.db
            .getRepository(table.entity)
            .existsBy({ accountId: account, removedAt: IsNull(), [name]: id }),
        ),
    );
    return (await Promise.all(found)).includes(true);
  }
}
