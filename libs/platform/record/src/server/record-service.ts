import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { uuidOf, type Command } from '@cotejo/http/server';
import type { ProjectionRunner } from '@cotejo/projections';
import { newestChange, readChanged, readPage, type PageQuery } from '@cotejo/tables';
import { holdsFiles, recordErrors, type HistoryRow, type ListQuery, type WirePage } from '../calls.ts';
import { filesIn, type Field, type Fields } from '../fields.ts';
import {
  actsOf,
  eventOf,
  fieldsOfAct,
  isGone,
  personalIn,
  permissionOf,
  rightOf,
  streamOf,
  streamPrefixOf,
  TRASH_DAYS,
  type AnyRecord,
  type RightAction,
  type State,
} from '../record.ts';
import { NO_OTHERS, type Circumstances, type Others } from '../rules.ts';
import { rowToWire, wireNameOf, type WireRow } from '../wire.ts';
import { changedText } from './changed-text.ts';
import type { Asker, Ground } from './ground.ts';
import { inOrder, type Held } from './in-order.ts';
import { RECORDS } from './opened-records.ts';
import { RecordFiles } from './record-files.ts';
import { RecordNeighbours } from './record-neighbours.ts';
import { RecordReferences } from './record-references.ts';
import { PersonalValues } from './personal-values.ts';
import { RecordStore, type Kept, type Past } from './record-store.ts';
import { RecordViews } from './record-views.ts';
import type { ServedRecord } from './server-context.ts';

export interface RecordServiceOptions<P extends Asker> extends ServedRecord {
  readonly ground: Ground<P>;
  readonly projection: ProjectionRunner;
}

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };
type Values = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;
/** Milliseconds that an act waits for the tables it depends on; less than the locks may be held before a write. */
const MOST_LAG_MS = 8_000;
/** Acts on records of one kind of an account follow each other under this key. */
const lockOf =
  (account: string) =>
  (name: string): string =>
    `record ${account} ${name}`;

/** Use cases on the records of one kind: adds permissions, names and references to the rules. */
export class RecordService<P extends Asker> {
  private readonly kept: RecordStore;
  private readonly neighbours: RecordNeighbours;
  private readonly references: RecordReferences<P>;
  private readonly personal: PersonalValues;
  private readonly files: RecordFiles;
  private readonly views: RecordViews<P>;

  constructor(private readonly options: RecordServiceOptions<P>) {
    const { ground, rules, errors } = options;
    const { store, isReadable } = ground;
    this.personal = new PersonalValues(ground.pool);
    this.files = new RecordFiles(ground.pool, ground.clock);
    const { personal, files } = this;
    this.kept = new RecordStore({ store, isReadable, rules, errors, personal, files });
    this.neighbours = new RecordNeighbours(ground.db, () => ground.all(RECORDS).map(({ served }) => served));
    this.references = new RecordReferences(ground, this.neighbours);
    const { references } = this;
    this.views = new RecordViews({ ground, fields: rules.record.fields, personal, files, references });
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

  /** Sends a file that a record has or had. @throws Refusal `record_not_found`, `file_not_found` */
  async download(
    principal: P,
    id: string,
    file: string,
    [request, response]: readonly [IncomingMessage, ServerResponse],
  ): Promise<void> {
    await this.found(principal, id);
    const { ground } = this.options;
    await this.files.send(this.placeOf(principal.accountId, id), file, ground.files.store, request, response);
  }

  /** History of a record, oldest first. */
  async history(principal: P, id: string): Promise<HistoryRow[]> {
    await this.found(principal, id);
    const { rules, ground } = this.options;
    const { accountId } = principal;
    const actOf = new Map(actsOf(rules.record).map((act) => [eventOf(rules.record, act), act]));
    const events: Past[] = [];
    for await (const event of this.kept.past(accountId, id)) events.push(event);
    // Of all events at once: each lookup of names would otherwise be repeated for each event.
    const views = await this.views.of(
      principal,
      events.flatMap(({ before, after }): readonly Values[] => [before ?? {}, after]),
    );
    return events.map(({ version, at, actor, type, before, after }, place) => {
      const { name, initials } = ground.person(accountId, actor) ?? { name: '', initials: '' };
      const was: Values = before ?? {};
      const is: Values = after;
      const changed = Object.keys(rules.record.fields).filter(
        // Lists are compared by their content.
        (field) => JSON.stringify(was[field] ?? null) !== JSON.stringify(is[field] ?? null),
      );
      const [wasShown, isShown] = [views[2 * place], views[2 * place + 1]];
      const cambios = changed.map((campo) => {
        const field = rules.record.fields[campo] as Field;
        const [de, a] = changedText(field, { ...was, ...wasShown }[campo], { ...is, ...isShown }[campo]);
        return { campo, de, a };
      });
      return {
        ...{ version, at, actor: { id: actor, nombre: name, sigla: initials } },
        ...{ accion: actOf.get(type) ?? type, cambios },
      };
    });
  }

  async create(principal: P, body: Values, command: Command): Promise<WireRow> {
    return this.act(principal, uuidOf(`${command.id}/record`), 'create', body, command);
  }

  async act(principal: P, id: string, act: string, body: Values, command: Command): Promise<WireRow> {
    const { ground, rules, projection } = this.options;
    const { accountId } = principal;
    const names = this.neighbours.namesBeside(rules);
    const perform = async (others?: Others, held?: Held): Promise<Kept> =>
      this.perform(principal, id, act, body, command, others, held);
    const kept =
      names.length === 0
        ? await perform()
        : await inOrder(ground.pool, names.map(lockOf(accountId)), async (held) => {
            await this.awaitNeighbours(accountId, act);
            const state = act === 'create' ? null : ((await this.kept.load(accountId, id))?.state ?? null);
            const values = { ...state, ...body, id };
            return perform(await this.neighbours.others(accountId, this.options, act, values), held);
          });
    await projection.waitFor(streamOf(rules.record, accountId, id), kept.version);
    return this.row(principal, kept);
  }

  /**
   * Waits until the tables that the act depends on hold all that was written before its locks were taken.
   * @throws Refusal `unavailable` when the projections are further behind than a user would wait
   */
  private async awaitNeighbours(account: string, act: string): Promise<void> {
    const { ground, rules } = this.options;
    const read = this.neighbours.readFor(rules, act);
    const current = await Promise.all(
      read.map(({ rules: { record }, projector }) =>
        ground.projection(projector).waitForAll(`${streamPrefixOf(record)}${account}-`, MOST_LAG_MS),
      ),
    );
    if (current.includes(false)) throw new Refusal(httpErrors, 'unavailable');
  }

  private async perform(
    principal: P,
    id: string,
    act: string,
    body: Values,
    command: Command,
    others: Others = NO_OTHERS,
    held?: Held,
  ): Promise<Kept> {
    const { ground, rules } = this.options;
    const { accountId, userId } = principal;
    const right = rightOf(act);
    const at = ground.clock();
    const fields = fieldsOfAct(rules.record, act);
    let before: State<Fields> | null = null;
    if (act !== 'create' && (rules.parent !== null || Object.keys(fields).length > 0)) {
      before = (await this.kept.load(accountId, id))?.state ?? null;
      this.admit(principal, right, before, at);
    }
    const given = await this.files.referred(this.placeOf(accountId, id), userId, {
      ...{ fields, body, before: filesIn(rules.record.fields, before ?? {}) },
      wireNameOf: (name) => wireNameOf(rules.record, name),
    });
    const facts = await this.checkNames(principal, fields, given, { ...before, ...given });
    const beside = { ...others, referred: { ...others.referred, ...facts } };
    // The lock on the parent's kind keeps its state until the append.
    const parent = await this.parentOf(accountId, before ?? given);
    const judge = (state: State<Fields> | null): Circumstances => {
      if (act !== 'create') this.admit(principal, right, state, at);
      const reach = this.can(principal, right) ? 'all' : 'own';
      const today = ground.dayOf(accountId, at);
      return { at: at.toISOString(), today, by: userId, reach, others: beside, parent };
    };
    const request = { account: accountId, id, act, body: given, command };
    return this.kept.act(request, judge, () => held?.mayWrite() ?? true);
  }

  private placeOf(account: string, id: string) {
    return { account, record: this.options.rules.record.name, id };
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

  /** Erases personal values and files of records that can no longer be restored; returns their number. */
  async forgetGone(): Promise<number> {
    const { ground, rules, table } = this.options;
    const { record } = rules;
    const before = new Date(ground.clock().getTime() - TRASH_DAYS * DAY_MS);
    const values =
      personalIn(record.fields).length === 0 ? 0 : await this.personal.forgetRemoved(table.name, before);
    const files = holdsFiles(record) ? await this.files.forgetRemoved(record.name, table.name, before) : 0;
    return values + files;
  }

  /** Removes uploads that no record named in time; returns their number. */
  async sweepFiles(): Promise<number> {
    const { record } = this.options.rules;
    if (!holdsFiles(record)) return 0;
    return this.files.sweep(record.name, async ({ account, id }, file) => {
      for await (const { after } of this.kept.past(account, id))
        if (filesIn(record.fields, after).some((each) => each.id === file)) return true;
      return false;
    });
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

  /**
   * By reference field: facts of what it names.
   * @throws Refusal `reference_not_found` for a person or reference that does not exist for this user, or that the field
   * does not take
   */
  private async checkNames(
    principal: P,
    fields: Fields,
    given: Values,
    beside: Values,
  ): Promise<Others['referred']> {
    const { ground, rules } = this.options;
    const { accountId } = principal;
    const mayBeNamed =
      ({ isStaff }: Field) =>
      (id: string): boolean =>
        ground.person(accountId, id) !== null && (!isStaff || ground.isStaff(accountId, id));
    const facts: Record<string, Values> = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = given[name] ?? null;
      if (value === null) continue;
      let isThere = true;
      if (field.kind === 'person') isThere = mayBeNamed(field)(value as string);
      else if (field.kind === 'people') isThere = (value as readonly string[]).every(mayBeNamed(field));
      else if (field.kind === 'reference') {
        const [named] = await this.references.read(principal, field, [{ id: value as string, beside }]);
        isThere = isPresent(named);
        if (named?.facts !== undefined) facts[name] = named.facts;
      }
      if (!isThere)
        throw new Refusal(recordErrors, 'reference_not_found', {
          details: { campo: wireNameOf(rules.record, name) },
        });
    }
    return facts;
  }

  private async row(principal: P, { state, version }: Kept): Promise<WireRow> {
    const [row] = await this.shown(principal, [{ ...state, version }]);
    return row as WireRow;
  }

  /** Rows for the wire: names joined, computed fields as of today. */
  private async shown(principal: P, rows: readonly Shown[]): Promise<WireRow[]> {
    const { ground, rules } = this.options;
    const today = ground.dayOf(principal.accountId, ground.clock());
    const views = await this.views.of(principal, rows);
    return rows.map((row, at) =>
      rowToWire(rules.record, {
        ...row,
        ...views[at],
        ...rules.derive(row as unknown as State<Fields>, { today }),
      }),
    );
  }
}

const isPresent = (named: { readonly isRemoved?: boolean } | null | undefined): boolean =>
  named !== null && named !== undefined && named.isRemoved !== true;
