import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { LIVE_SCHEMA, type Projector } from '../projector.ts';

/** Schema in which a generation's tables are built, and to which the replaced tables are moved. */
export function schemaOf({ name }: Pick<Projector, 'name'>, generation: number): string {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) throw new Error(`${name} cannot be part of a schema's name`);
  return `${LIVE_SCHEMA}_${name}_g${generation}`;
}

/** A table's qualified name, escaped for SQL. */
export const qualified = (schema: string, table: string): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;

/** An index or key of a table, in the form needed to recreate it. */
export interface KeyDescription {
  readonly name: string;
  /** Definition of the constraint; null for a plain index. */
  readonly constraint: string | null;
  readonly unique: boolean;
  /** The part of the definition after `using`. */
  readonly method: string;
}

/** Properties that a copy must share with its original, independent of the schema. */
export interface TableDescription {
  readonly table: string;
  readonly columns: readonly unknown[];
  readonly constraints: readonly unknown[];
  readonly keys: readonly KeyDescription[];
  readonly options: readonly string[];
  readonly comment: string | null;
  /** Role (null = public), privilege, and whether it has the grant option. */
  readonly grants: readonly {
    readonly role: string | null;
    readonly right: string;
    readonly pass: boolean;
  }[];
}

/** Describes tables; missing ones are omitted. */
export async function describeTables(
  client: ClientBase,
  schema: string,
  tables: readonly string[],
): Promise<readonly TableDescription[]> {
  const { rows } = await client.query<TableDescription>(
    `select t.relname as table, obj_description(t.oid, 'pg_class') as comment,
       array(select unnest(t.reloptions) order by 1) as options,
       (select coalesce(jsonb_agg(jsonb_build_array(
                 a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
                 a.attcollation::regcollation, a.attstorage, pg_get_expr(d.adbin, d.adrelid),
                 col_description(t.oid, a.attnum)) order by a.attnum), '[]')
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select coalesce(jsonb_agg(jsonb_build_array(c.conname, c.contype, pg_get_constraintdef(c.oid))
                 order by c.conname), '[]')
          from pg_constraint c where c.conrelid = t.oid) as constraints,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'name', x.relname, 'constraint', pg_get_constraintdef(c.oid), 'unique', i.indisunique,
                 'method', split_part(pg_get_indexdef(x.oid), format(' ON %I.%I USING ', n.nspname, t.relname), 2))
                 order by x.relname), '[]')
          from pg_index i join pg_class x on x.oid = i.indexrelid
          left join pg_constraint c on c.conindid = x.oid and c.conrelid = t.oid
         where i.indrelid = t.oid) as keys,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'role', r.rolname, 'right', g.privilege_type, 'pass', g.is_grantable)
                 order by r.rolname, g.privilege_type), '[]')
          from aclexplode(t.relacl) g left join pg_roles r on r.oid = g.grantee
         where g.grantee <> t.relowner) as grants
       from pg_class t join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = $1 and t.relname = any ($2) and t.relkind = 'r'
      order by t.relname`,
    [schema, tables],
  );
  return rows;
}

/** Whether the tables of two schemas have equal definitions. */
export async function areAlike(
  client: ClientBase,
  tables: readonly string[],
  one: string,
  other: string,
): Promise<boolean> {
  const [first, second] = [
    await describeTables(client, one, tables),
    await describeTables(client, other, tables),
  ];
  return first.length === tables.length && JSON.stringify(first) === JSON.stringify(second);
}

/** Dependencies of tables that would not move with a copy: foreign keys, views, triggers, and the like. */
export async function listTies(client: ClientBase, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ tie: string }>(
    `with declared as (
       select t.oid, t.relname from pg_class t join pg_namespace n on n.oid = t.relnamespace
        where n.nspname = $1 and t.relname = any ($2))
     select 'foreign key ' || c.conname as tie from pg_constraint c
      where c.contype = 'f' and (c.conrelid in (select oid from declared) or c.confrelid in (select oid from declared))
     union select 'view ' || v.ev_class::regclass from pg_depend d join pg_rewrite v on v.oid = d.objid
      where d.classid = 'pg_rewrite'::regclass and d.refobjid in (select oid from declared)
        and v.ev_class <> d.refobjid
     union select 'trigger ' || g.tgname from pg_trigger g
      where not g.tgisinternal and g.tgrelid in (select oid from declared)
     union select 'policy ' || p.polname from pg_policy p where p.polrelid in (select oid from declared)
     union select 'sequence ' || s.oid::regclass from pg_depend d join pg_class s on s.oid = d.objid
      where d.classid = 'pg_class'::regclass and d.deptype = 'a' and s.relkind = 'S'
        and d.refobjid in (select oid from declared)
     union select 'inheritance of ' || h.inhrelid::regclass from pg_inherits h
      where h.inhparent in (select oid from declared) or h.inhrelid in (select oid from declared)
     union select 'rights on column ' || a.attname from pg_attribute a
      where a.attacl is not null and a.attrelid in (select oid from declared)
     order by 1`,
    [LIVE_SCHEMA, tables],
  );
  return rows.map(({ tie }) => tie);
}
