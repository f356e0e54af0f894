import type { PlanRows, PlanRowsAnswer, TreeItemView } from '@cotejo/audits-contracts';

type Children = ReadonlyMap<string | null, readonly string[]>;

/** Facts of a row that do not depend on its place. */
type Facts = Omit<TreeItemView, 'parent' | 'position' | 'level' | 'nombre' | 'items'> & {
  /** Whether the parent's name is shown before the item's own; a text when another prefix is shown. */
  readonly prefix: boolean | string;
};

type Place = Pick<TreeItemView, 'parent' | 'position' | 'level'>;

/** A plan at a version, assembled from rows; immutable. */
export interface PlanThen extends Omit<PlanRowsAnswer, 'base' | 'personas' | 'filas' | 'hijos'> {
  readonly items: TreeItemView[];
  /** All items of the plan by id. */
  readonly byId: ReadonlyMap<string, TreeItemView>;
  readonly children: Children;
  readonly facts: ReadonlyMap<string, Facts>;
}

const UNSIGNED: TreeItemView['firmas'] = { completado: [], revisado: [] };
const NOTHING: TreeItemView['valores'] = {};
const NONE: readonly string[] = [];
/** Index for "no user" in the list of users. */
const NOBODY = -1;
const UNKNOWN = { id: '' };

/**
 * Assembles the plan of an answer, which contains all rows or the difference from the plan that the client
 * holds. An item equal to the previous one, with its subtree, keeps its identity.
 * @throws Error when `before` is not the plan at the answer's base
 */
export function readPlanRows(answer: PlanRowsAnswer, before: PlanThen | null): PlanThen {
  const { base, personas, filas, hijos, ...plan } = answer;
  const held = base === null ? null : before;
  if ((held?.version ?? null) !== base) throw new Error('rows that differ from another version of the plan');
  const children = held ? childrenAfter(held.children, hijos) : childrenByLevel(filas);
  const told = factsOf(filas, personas);
  const facts = new Map<string, Facts>();
  const byId = new Map<string, TreeItemView>();

  const under = (parent: string | null, name: string, level: number): TreeItemView[] =>
    (children.get(parent) ?? NONE).map((id, at) => viewOf(id, { parent, position: at + 1, level }, name));
  const viewOf = (id: string, place: Place, above: string): TreeItemView => {
    const said = told.get(id) ?? held?.facts.get(id);
    if (!said) throw new Error(`no row of item ${id}`);
    facts.set(id, said);
    const before = said.prefix === true ? above : said.prefix;
    const name = before === false ? said._nombre : `${before} - ${said._nombre}`;
    const items = under(id, said._nombre, place.level + 1);
    const old = held?.byId.get(id);
    const isSame =
      old !== undefined &&
      held?.facts.get(id) === said &&
      old.nombre === name &&
      standsAt(old, place) &&
      areSame(old.items, items);
    const view = isSame ? old : viewAt(said, place, name, items);
    byId.set(id, view);
    return view;
  };
  return { ...plan, items: under(null, '', 1), byId, children, facts };
}

const standsAt = (view: TreeItemView, { parent, position, level }: Place): boolean =>
  view.parent === parent && view.position === position && view.level === level;

const areSame = (a: readonly TreeItemView[], b: readonly TreeItemView[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** Without object spread, which would dominate the cost for ten thousand items. */
const viewAt = (said: Facts, place: Place, nombre: string, items: TreeItemView[]): TreeItemView => ({
  id: said.id,
  codigo: said.codigo,
  nombre,
  _nombre: said._nombre,
  item_tipo: said.item_tipo,
  status: said.status,
  usuario_asignado: said.usuario_asignado,
  parent: place.parent,
  position: place.position,
  level: place.level,
  created_by: said.created_by,
  version: said.version,
  refitem_details: said.refitem_details,
  valores: said.valores,
  firmas: said.firmas,
  items,
});

function childrenAfter(before: Children, lists: PlanRowsAnswer['hijos']): Children {
  const children = new Map(before);
  for (const [parent, ids] of lists)
    if (ids.length > 0) children.set(parent, ids);
    else children.delete(parent);
  return children;
}

/** @throws Error for levels that do not form a tree */
function childrenByLevel({ id: ids, level: levels }: PlanRows): Children {
  const children = new Map<string | null, string[]>();
  const above: (string | null)[] = [null];
  for (const [at, id] of ids.entries()) {
    const level = levels[at] ?? 0;
    const parent = above[level - 1];
    if (parent === undefined) throw new Error(`item ${id} stands in nothing`);
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
    above[level] = id;
    above.length = level + 1;
  }
  return children;
}

/** @throws Error for columns of different lengths */
function factsOf(rows: PlanRows, people: PlanRowsAnswer['personas']): ReadonlyMap<string, Facts> {
  const {
    id: ids,
    item_tipo: types,
    codigo: codes,
    _nombre: names,
    status: statuses,
    version: versions,
  } = rows;
  const { con_prefijo: prefixed, usuario_asignado: assignees, created_by: creators } = rows;
  for (const column of [types, codes, names, statuses, versions, prefixed, assignees, creators])
    if (column.length !== ids.length) throw new Error('columns of different lengths');
  const prefixes = new Map(rows.prefijo);
  const targets = new Map(rows.refitem_details);
  const values = valuesOf(rows.valores);
  const signers = new Map(rows.firmas);
  const creatorOf = people.map(({ id }) => ({ id }));
  const facts = new Map<string, Facts>();
  for (const [at, id] of ids.entries()) {
    const target = targets.get(at);
    facts.set(id, {
      id,
      codigo: codes[at] ?? null,
      _nombre: names[at] ?? '',
      item_tipo: types[at] ?? '',
      status: statuses[at] ?? null,
      version: versions[at] ?? 0,
      prefix: prefixes.get(at) ?? prefixed[at] ?? false,
      usuario_asignado: people[assignees[at] ?? NOBODY] ?? null,
      created_by: creatorOf[creators[at] ?? NOBODY] ?? UNKNOWN,
      refitem_details: target === undefined ? null : { id: target },
      valores: values.get(at) ?? NOTHING,
      firmas: signers.get(at) ?? UNSIGNED,
    });
  }
  return facts;
}

function valuesOf(columns: PlanRows['valores']): ReadonlyMap<number, TreeItemView['valores']> {
  const values = new Map<number, TreeItemView['valores']>();
  for (const { clave: key, filas: rows, valores } of columns)
    for (const [index, at] of rows.entries()) {
      const value = valores[index];
      if (value === undefined) continue;
      const known = values.get(at);
      if (known) known[key] = value;
      else values.set(at, { [key]: value });
    }
  return values;
}
