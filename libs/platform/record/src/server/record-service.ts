import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { uuidOf, type Command } from '@cotejo/http/server';
import type { ProjectionRunner } from '@cotejo/projections';
import { newestChange, readChanged, readPage, type PageQuery } from '@cotejo/tables';
import { recordErrors, type HistoryRow, type ListQuery, type WirePage } from '../calls.ts';
import type { Field, Fields, PersonView } from '../fields.ts';
import {
  actsOf,
  eventOf,
  fieldsOfAct,
  isGone,
  personalIn,
  permissionOf,
  rightOf,
  streamOf,
  TRASH_DAYS,
  type AnyRecord,
  type RightAction,
  type State,
} from '../record.ts';
import { NO_OTHERS, type Circumstances, type Others } from '../rules.ts';
import { rowToWire, wireNameOf, type WireRow } from '../wire.ts';
import { changedText } from './changed-text.ts';
import type { Asker, Ground, ReadReferences, Referring } from './ground.ts';
import { inOrder } from './in-order.ts';
import { RECORDS } from './opened-records.ts';
import { RecordNeighbours } from './record-neighbours.ts';
import { PersonalValues } from './personal-values.ts';
import { RecordStore, type Kept } from './record-store.ts';
import type { ServedRecord } from './server-context.ts';

export interface RecordServiceOptions<P extends Asker> extends ServedRecord {
  readonly ground: Ground<P>;
  readonly projection: ProjectionRunner;
}

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };
type Values = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;

/** Use cases on the records of one kind: adds permissions, names and references to the rules. */
export class RecordService<P extends Asker> {
  private readonly kept: RecordStore;
  private readonly neighbours: RecordNeighbours;
  private readonly personal: PersonalValues;

  constructor(private readonly options: RecordServiceOptions<P>) {
    const { ground, rules, errors } = options;
    const { store, isReadable } = ground;
    this.personal = new PersonalValues(ground.pool);
    this.kept = new RecordStore({ store, isReadable, rules, errors, personal: this.personal });
    this.neighbours = new RecordNeighbours(ground.db, () => ground.all(RECORDS).map(({ served }) => served));
  }

  /** A page of the records visible to a user, or those changed after a cursor. */
  async list(principal: P, query: ListQuery): Promise<WirePage> {
    const { ground, table } = this.options;
    const { accountId } = principal;
    // Read before the rows: changes in between then arrive again by the feed, instead of being missed.
    const newest = await newestChange(ground.db, table, accountId);
    if (query.after !== null) {
      const rows = await readChanged(ground.db, table, accountId, query.after, query.size);
      const cursor = rows.at(-1)?.changed ?? Math.max(query.after, newest);
      const filas = await this.told(principal, rows);
      return { filas, total: filas.length, pagina: 1, paginas: 1, cursor };
    }
    const { rows, total } = await readPage(ground.db, table, await this.pageQuery(principal, query));
    const filas = await this.shown(principal, rows);
    return {
      filas,
      total,
      pagina: query.page,
      paginas: Math.max(1, Math.ceil(total / query.size)),
      cursor: newest,
    };
  }

  /** Rows for the feed: a removal for each row that this user can't see. */
  async told(principal: P, rows: readonly Shown[]): Promise<readonly WireRow[]> {
    const visible = rows.filter((row) => row['removedAt'] === null && this.may(principal, 'list', row));
    const shown = new Map((await this.shown(principal, visible)).map((row) => [row['id'], row]));
    return rows.map(({ id, version }) => shown.get(id) ?? { id, eliminado: true, version });
  }

  async read(principal: P, id: string): Promise<WireRow> {
    const { state, version } = await this.found(principal, id);
    return this.row(principal, { state, version });
  }

  /** History of a record, oldest first. */
  async history(principal: P, id: string): Promise<HistoryRow[]> {
    await this.found(principal, id);
    const { rules, ground } = this.options;
    const { accountId } = principal;
    const actOf = new Map(actsOf(rules.record).map((act) => [eventOf(rules.record, act), act]));
    const past: HistoryRow[] = [];
    for await (const { version, at, actor, type, before, after } of this.kept.past(accountId, id)) {
      const { name, initials } = ground.person(accountId, actor) ?? { name: '', initials: '' };
      const was: Values = before ?? {};
      const is: Values = after;
      const changed = Object.keys(rules.record.fields).filter(
        // Lists are compared by their content.
        (field) => JSON.stringify(was[field] ?? null) !== JSON.stringify(is[field] ?? null),
      );
      const [wasShown, isShown] = await this.views(principal, [was, is]);
      const cambios = changed.map((campo) => {
        const field = rules.record.fields[campo] as Field;
        const [de, a] = changedText(field, { ...was, ...wasShown }[campo], { ...is, ...isShown }[campo]);
        return { campo, de, a };
      });
      past.push({
        version,
        at,
        actor: { id: actor, nombre: name, sigla: initials },
        accion: actOf.get(type) ?? type,
        cambios,
      });
    }
    return past;
  }

  async create(principal: P, body: Values, command: Command): Promise<WireRow> {
    return this.act(principal, uuidOf(`${command.id}/record`), 'create', body, command);
  }

  async act(principal: P, id: string, act: string, body: Values, command: Command): Promise<WireRow> {
    const { ground, rules } = this.options;
    const { title, unique, name } = rules.record;
    if (title === null && unique === null) return this.perform(principal, id, act, body, command);
    return inOrder(ground.pool, `record ${principal.accountId} ${name}`, async () => {
      const state =
        act === 'create' ? null : ((await this.kept.load(principal.accountId, id))?.state ?? null);
      const values = { ...state, ...body, id };
      const others = await this.neighbours.others(principal.accountId, this.options, act, values);
      return this.perform(principal, id, act, body, command, others);
    });
  }

  private async perform(
    principal: P,
    id: string,
    act: string,
    body: Values,
    command: Command,
    others: Others = NO_OTHERS,
  ): Promise<WireRow> {
    const { ground, rules, projection } = this.options;
    const { accountId, userId } = principal;
    const right = rightOf(act);
    const at = ground.clock();
    const fields = fieldsOfAct(rules.record, act);
    let before: State<Fields> | null = null;
    if (act !== 'create' && (rules.parent !== null || Object.keys(fields).length > 0)) {
      before = (await this.kept.load(accountId, id))?.state ?? null;
      this.admit(principal, right, before, at);
    }
    await this.checkNames(principal, fields, body, { ...before, ...body });
    // The parent is read before the append: its own rules keep such moments apart, as "sent" before "approved".
    const parent = await this.parentOf(accountId, before ?? body);
    const judge = (state: State<Fields> | null): Circumstances => {
      if (act !== 'create') this.admit(principal, right, state, at);
      const reach = this.can(principal, right) ? 'all' : 'own';
      return { at: at.toISOString(), today: ground.dayOf(accountId, at), by: userId, reach, others, parent };
    };
    const kept = await this.kept.act({ account: accountId, id, act, body, command }, judge);
    await projection.waitFor(streamOf(rules.record, accountId, id), kept.version);
    return this.row(principal, kept);
  }

  /** The state of a record; null if there is none. */
  async stateOf(account: string, id: string): Promise<State<Fields> | null> {
    return (await this.kept.load(account, id))?.state ?? null;
  }

  private parentOf(account: string, values: Values): Promise<unknown> | null {
    const { parent } = this.options.rules;
    const id = parent === null ? null : values[parent.field];
    if (parent === null || typeof id !== 'string') return null;
    const { name } = parent.rules.record as AnyRecord;
    const found = this.options.ground.all(RECORDS).find(({ served }) => served.rules.record.name === name);
    if (found === undefined) throw new Error(`no manifest serves the parent "${name}"`);
    return found.service.stateOf(account, id);
  }

  /** @throws Refusal `record_not_found` for records that this user can't see, `access_not_authorized` */
  private admit(principal: P, right: RightAction, state: State<Fields> | null, at: Date): void {
    if (state === null || isGone(state, at.toISOString()) || !this.may(principal, 'list', state)) {
      throw new Refusal(recordErrors, 'record_not_found');
    }
    if (!this.may(principal, right, state)) throw new Refusal(httpErrors, 'access_not_authorized');
  }

  private async found(principal: P, id: string): Promise<Kept> {
    const kept = await this.kept.load(principal.accountId, id);
    this.admit(principal, 'list', kept?.state ?? null, this.options.ground.clock());
    return kept as Kept;
  }

  private can(principal: P, right: RightAction, object?: { createdBy?: string; assignee?: string }): boolean {
    const { ground, rules } = this.options;
    return ground.can(principal, permissionOf(rules.record, right), object);
  }

  private may(principal: P, right: RightAction, state: Values): boolean {
    const { assignee } = this.options.rules.record;
    const holder = assignee === null ? null : (state[assignee] as string | null);
    return this.can(principal, right, {
      createdBy: state['createdBy'] as string,
      ...(holder !== null && { assignee: holder }),
    });
  }

  /** Conditions of the query for the right to list, so that invisible rows need not be filtered out afterwards. */
  private visible(principal: P): Pick<PageQuery, 'anyOf'> {
    const { assignee } = this.options.rules.record;
    if (this.can(principal, 'list')) return {};
    const { userId } = principal;
    return {
      anyOf: [
        ...(this.can(principal, 'list', { createdBy: userId }) ? ([['createdBy', userId]] as const) : []),
        ...(assignee !== null && this.can(principal, 'list', { assignee: userId })
          ? ([[assignee, userId]] as const)
          : []),
      ],
    };
  }

  /** Erases personal values of records that can no longer be restored; returns their number. */
  async forgetGone(): Promise<number> {
    const { ground, rules, table } = this.options;
    if (personalIn(rules.record.fields).length === 0) return 0;
    return this.personal.forgetRemoved(table.name, new Date(ground.clock().getTime() - TRASH_DAYS * DAY_MS));
  }

  private async pageQuery(principal: P, query: ListQuery): Promise<PageQuery> {
    const { rules, ground } = this.options;
    const fields = rules.record.fields;
    const { search, order, page, size, trash, among, between } = query;
    const oldest = new Date(ground.clock().getTime() - TRASH_DAYS * DAY_MS).toISOString();
    const options = fields[order.field]?.options ?? null;
    const personal = personalIn(fields);
    const lines = Object.entries(fields).flatMap(([name, { kind, isPersonal }]) =>
      kind === 'line' && !isPersonal ? [name] : [],
    );
    const ids =
      search === null || personal.length === 0 ? [] : await this.personal.find(principal.accountId, search);
    return {
      accountId: principal.accountId,
      ...this.visible(principal),
      ...{ page, size, among },
      search: search === null ? null : { text: search, columns: lines, found: { ids, columns: personal } },
      between: trash ? { ...between, removedAt: { from: oldest, to: null } } : between,
      present: { removedAt: trash },
      order: { column: order.field, descending: order.descending, ranked: options && Object.keys(options) },
    };
  }

  /** @throws Refusal `reference_not_found` for a person or reference that does not exist for this user */
  private async checkNames(principal: P, fields: Fields, given: Values, beside: Values): Promise<void> {
    const { ground, rules } = this.options;
    const isPerson = (id: unknown): boolean => ground.person(principal.accountId, id as string) !== null;
    for (const [name, field] of Object.entries(fields)) {
      const value = given[name] ?? null;
      if (value === null) continue;
      const isThere =
        field.kind === 'person'
          ? isPerson(value)
          : field.kind === 'people'
            ? (value as readonly string[]).every(isPerson)
            : field.kind !== 'reference' ||
              isPresent((await this.refer(principal, field, [{ id: value as string, beside }]))[0]);
      if (!isThere)
        throw new Refusal(recordErrors, 'reference_not_found', {
          details: { campo: wireNameOf(rules.record, name) },
        });
    }
  }

  private refer(principal: P, { target }: Field, referring: readonly Referring[]) {
    const read = this.options.ground.references[target ?? ''];
    if (read !== undefined) return read(principal, referring);
    const served = this.neighbours.of(target ?? '');
    if (served === null) throw new Error(`nothing resolves references to "${target}"`);
    return this.referToRecord(principal, served, referring);
  }

  /** Names of records of the kit, for users who may list them. */
  private async referToRecord(
    principal: P,
    { rules: { record } }: ServedRecord,
    referring: readonly Referring[],
  ): ReturnType<ReadReferences<P>> {
    const ids = referring.map(({ id }) => id);
    const found = await this.neighbours.named(principal.accountId, record.name, ids);
    return ids.map((id) => {
      const row = found.get(id);
      const object = { createdBy: String(row?.['createdBy']) };
      if (row === undefined || record.title === null) return null;
      if (!this.options.ground.can(principal, permissionOf(record, 'list'), object)) return null;
      const { name, code } = record.title;
      return {
        code: code === undefined ? null : ((row[code] ?? null) as string | null),
        name: String(row[name]),
        isRemoved: row.removedAt !== null,
      };
    });
  }

  private async row(principal: P, { state, version }: Kept): Promise<WireRow> {
    const [row] = await this.shown(principal, [{ ...state, version }]);
    return row as WireRow;
  }

  /** Rows for the wire: names joined, computed fields as of today. */
  private async shown(principal: P, rows: readonly Shown[]): Promise<WireRow[]> {
    const { ground, rules } = this.options;
    const today = ground.dayOf(principal.accountId, ground.clock());
    const views = await this.views(principal, rows);
    return rows.map((row, at) =>
      rowToWire(rules.record, {
        ...row,
        ...views[at],
        ...rules.derive(row as unknown as State<Fields>, { today }),
      }),
    );
  }

  /** People, references and personal values of each row, as shown to readers. */
  private async views(principal: P, rows: readonly Values[]): Promise<readonly Values[]> {
    const { fields } = this.options.rules.record;
    const personal = await this.personal.open(principal.accountId, fields, rows);
    const views: Record<string, unknown>[] = rows.map((row, at) => ({
      ...personal[at],
      ...this.people(principal, fields, row),
      ...(typeof row['createdBy'] === 'string' && { createdBy: this.person(principal, row['createdBy']) }),
    }));
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind !== 'reference') continue;
      const named = rows.flatMap((beside, at) => {
        const id = beside[name];
        return typeof id === 'string' ? [{ id, beside, view: views[at] ?? {} }] : [];
      });
      if (named.length === 0) continue;
      const names = await this.refer(principal, field, named);
      named.forEach(({ id, view }, at) => {
        view[name] = { id, code: null, name: null, ...names[at] };
      });
    }
    return views;
  }

  /** Users in a row and in the entries of its lists. */
  private people(principal: P, fields: Fields, row: Values): Values {
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, { kind, entry }]): [string, unknown][] => {
        const value = row[name] ?? null;
        if (value === null) return [];
        if (kind === 'person') return [[name, this.person(principal, value as string)]];
        if (kind === 'people')
          return [[name, (value as readonly string[]).map((id) => this.person(principal, id))]];
        if (kind !== 'list') return [];
        const entries = value as readonly Values[];
        return [[name, entries.map((each) => ({ ...each, ...this.people(principal, entry ?? {}, each) }))]];
      }),
    );
  }

  /** An erased user has an id but no name. */
  private person({ accountId }: P, id: string): PersonView {
    return (
      this.options.ground.person(accountId, id) ?? { id, name: '', initials: '', position: null, email: null }
    );
  }
}

const isPresent = (named: { readonly isRemoved?: boolean } | null | undefined): boolean =>
  named !== null && named !== undefined && named.isRemoved !== true;
