import { httpErrors, Refusal, type ErrorCatalogue } from '@cotejo/http/contracts';
import { uuidOf, type Command } from '@cotejo/http/server';
import type { ProjectionRunner } from '@cotejo/projections';
import { newestChange, readChanged, readPage, type PageQuery, type Table } from '@cotejo/tables';
import { recordErrors, type HistoryRow, type ListQuery, type WirePage } from '../calls.ts';
import type { Field, Fields, PersonView } from '../fields.ts';
import {
  actsOf,
  eventOf,
  fieldsOfAct,
  isGone,
  permissionOf,
  rightOf,
  streamOf,
  TRASH_DAYS,
  type RightAction,
  type State,
} from '../record.ts';
import type { AnyRules, Circumstances } from '../rules.ts';
import { rowToWire, wireNameOf, type WireRow } from '../wire.ts';
import type { Asker, Ground, Referring } from './ground.ts';
import { RecordStore, type Kept } from './record-store.ts';

export interface RecordServiceOptions<P extends Asker> {
  readonly ground: Ground<P>;
  readonly rules: AnyRules;
  readonly errors: ErrorCatalogue;
  readonly table: Table;
  readonly projection: ProjectionRunner;
  /** Service of the record's parent. */
  readonly parent: RecordService<P> | null;
}

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };
type Values = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;

/** Use cases on the records of one kind: adds permissions, names and references to the rules. */
export class RecordService<P extends Asker> {
  private readonly kept: RecordStore;

  constructor(private readonly options: RecordServiceOptions<P>) {
    const { ground, rules, errors } = options;
    this.kept = new RecordStore({ store: ground.store, isReadable: ground.isReadable, rules, errors });
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
    const { rows, total } = await readPage(ground.db, table, this.pageQuery(principal, query));
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
      const [de, a] = await Promise.all([this.named(principal, was), this.named(principal, is)]);
      const cambios = changed.map((campo) => ({ campo, de: de[campo] ?? null, a: a[campo] ?? null }));
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
    const { name, unique } = this.options.rules.record;
    const values = unique?.fields.map((field) => String(body[field])).join('/');
    const key = values === undefined ? command.id : `${principal.accountId}/${name}/${values}`;
    return this.act(principal, uuidOf(`${key}/record`), 'create', body, command);
  }

  async act(principal: P, id: string, act: string, body: Values, command: Command): Promise<WireRow> {
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
      return { at: at.toISOString(), today: ground.dayOf(accountId, at), by: userId, reach, parent };
    };
    const kept = await this.kept.act({ account: accountId, id, act, body, command }, judge);
    await projection.waitFor(streamOf(rules.record, accountId, id), kept.version);
    return this.row(principal, kept);
  }

  private async parentOf(account: string, values: Values): Promise<State<Fields> | null> {
    const { parent, rules } = this.options;
    const id = rules.parent === null ? null : values[rules.parent.field];
    if (parent === null || typeof id !== 'string') return null;
    return (await parent.kept.load(account, id))?.state ?? null;
  }

  /** Names of records by id, for records that refer to them; null where the user can't see one. */
  async titles(
    principal: P,
    ids: readonly string[],
  ): Promise<readonly ({ readonly code: null; readonly name: string } | null)[]> {
    const { accountId } = principal;
    const title = this.options.rules.record.title?.name ?? '';
    const known = new Map<string, Values | null>();
    for (const id of new Set(ids)) {
      const state = (await this.kept.load(accountId, id))?.state ?? null;
      known.set(id, state !== null && this.may(principal, 'list', state) ? state : null);
    }
    return ids.map((id) => {
      const state = known.get(id) ?? null;
      if (state === null) return null;
      const name = state[title];
      return { code: null, name: typeof name === 'number' ? String(name) : ((name ?? '') as string) };
    });
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

  private pageQuery(principal: P, query: ListQuery): PageQuery {
    const { rules, ground } = this.options;
    const fields = rules.record.fields;
    const { search, order, page, size, trash, among, between } = query;
    const oldest = new Date(ground.clock().getTime() - TRASH_DAYS * DAY_MS).toISOString();
    const options = fields[order.field]?.options ?? null;
    const lines = Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'line' ? [name] : []));
    return {
      accountId: principal.accountId,
      ...this.visible(principal),
      ...{ page, size, among },
      search: search === null ? null : { text: search, columns: lines },
      between: trash ? { ...between, removedAt: { from: oldest, to: null } } : between,
      present: { removedAt: trash },
      order: { column: order.field, descending: order.descending, ranked: options && Object.keys(options) },
    };
  }

  /** @throws Refusal `reference_not_found` for a person or reference that does not exist for this user */
  private async checkNames(principal: P, fields: Fields, given: Values, beside: Values): Promise<void> {
    const { ground, rules } = this.options;
    const isPerson = (id: unknown) => ground.person(principal.accountId, String(id)) !== null;
    for (const [name, field] of Object.entries(fields)) {
      const value = given[name] ?? null;
      if (value === null) continue;
      const isThere =
        field.kind === 'person'
          ? isPerson(value)
          : field.kind === 'people'
            ? (value as readonly string[]).every(isPerson)
            : field.kind !== 'reference' ||
              (await this.refer(principal, field, [{ id: value as string, beside }]))[0] !== null;
      if (!isThere)
        throw new Refusal(recordErrors, 'reference_not_found', {
          details: { campo: wireNameOf(rules.record, name) },
        });
    }
  }

  private refer(principal: P, { target }: Field, referring: readonly Referring[]) {
    const { parent } = this.options;
    if (parent !== null && target === parent.options.rules.record.name)
      return parent.titles(
        principal,
        referring.map(({ id }) => id),
      );
    const read = this.options.ground.references[target ?? ''];
    if (read === undefined) throw new Error(`nothing resolves references to "${target}"`);
    return read(principal, referring);
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

  /** People and references of each row, as shown to readers. */
  private async views(principal: P, rows: readonly Values[]): Promise<readonly Values[]> {
    const { rules } = this.options;
    const views: Record<string, unknown>[] = rows.map(({ createdBy }) =>
      typeof createdBy === 'string' ? { createdBy: this.person(principal, createdBy) } : {},
    );
    for (const [name, field] of Object.entries(rules.record.fields)) {
      if (field.kind === 'people') {
        rows.forEach((row, at) => {
          const ids = row[name] as readonly string[] | null;
          (views[at] ?? {})[name] = ids?.map((id) => this.person(principal, id)) ?? null;
        });
        continue;
      }
      if (field.kind !== 'person' && field.kind !== 'reference') continue;
      const named = rows.flatMap((beside, at) => {
        const id = beside[name];
        return typeof id === 'string' ? [{ id, beside, view: views[at] ?? {} }] : [];
      });
      if (named.length === 0) continue;
      const names = field.kind === 'reference' ? await this.refer(principal, field, named) : null;
      named.forEach(({ id, view }, at) => {
        view[name] = names ? { id, code: null, name: null, ...names[at] } : this.person(principal, id);
      });
    }
    return views;
  }

  /** An erased user has an id but no name. */
  private person({ accountId }: P, id: string): PersonView {
    return (
      this.options.ground.person(accountId, id) ?? { id, name: '', initials: '', position: null, email: null }
    );
  }

  /** Values as display texts: people and references by name. */
  private async named(
    principal: P,
    values: Values,
  ): Promise<Readonly<Record<string, string | number | boolean | null>>> {
    const [view = {}] = await this.views(principal, [values]);
    return Object.fromEntries(
      Object.keys(this.options.rules.record.fields).map((name) => {
        const shown = view[name] ?? null;
        if (Array.isArray(shown)) return [name, (shown as PersonView[]).map((one) => one.name).join(', ')];
        if (shown !== null) return [name, (shown as { readonly name: string | null }).name];
        return [name, (values[name] ?? null) as string | number | boolean | null];
      }),
    );
  }
}
