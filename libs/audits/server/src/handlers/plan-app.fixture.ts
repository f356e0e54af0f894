import {
  auditDetail,
  auditEvents,
  auditStream,
  changedTree,
  changedTreeItem,
  treeItemRead,
  type ChangedTree,
  type ChangedTreeItem,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import type { JsonValue } from '@cotejo/event-store';
import { expect } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf, principals, type CreatedAuditAnswer } from './audits-app.fixture.ts';

/** An audit with a plan in a running application; ids by the item names that tests use. */
export class PlanApp {
  readonly ids = new Map<string, string>();

  private constructor(
    readonly app: AuditsApp,
    readonly audit: CreatedAuditAnswer,
  ) {}

  /** The audit is led by Andrés, has Óscar in its team, and is created by Claudia, the manager. */
  static async open(
    app: AuditsApp,
    changes: Readonly<Record<string, unknown>> = {},
    by?: string,
  ): Promise<PlanApp> {
    const equipo = [{ usuario: idOf('oscar'), rol: 'auditor' }];
    const plan = new PlanApp(app, await app.create({ equipo, ...changes }, by));
    for (const item of every(await plan.tree())) plan.ids.set(item._nombre, item.id);
    return plan;
  }

  /** Path below `/api/proyecto/`. */
  get base(): string {
    return `riesgo/auditoria/${this.audit.id}`;
  }

  of(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`no item is called ${name}`);
    return id;
  }

  tree(query = '', name?: string): Promise<TreeItemRead[]> {
    const options = name === undefined ? {} : { name };
    return this.app.does('get', `${this.base}/tree/${query}`, z.array(treeItemRead), options);
  }

  item(name: string): Promise<TreeItemRead> {
    return this.app.does('get', `${this.base}/tree/${this.of(name)}/`, treeItemRead);
  }

  /** Creates an item; the parent is given by name. */
  async add(
    item_tipo: string,
    nombre: string,
    parent: string | null,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<ChangedTreeItem> {
    const body = { item_tipo, nombre, parent: parent === null ? null : this.of(parent), ...more };
    const item = await this.app.does('post', `${this.base}/tree/`, changedTreeItem, { body });
    this.ids.set(nombre, item.id);
    return item;
  }

  change(name: string, body: object): Promise<ChangedTreeItem> {
    return this.app.does('put', `${this.base}/tree/${this.of(name)}/`, changedTreeItem, { body });
  }

  remove(name: string, query = ''): Promise<ChangedTreeItem> {
    return this.app.does('delete', `${this.base}/tree/${this.of(name)}/${query}`, changedTreeItem);
  }

  /** Appends an event that no call produces yet, directly to the store, and waits until it is readable. */
  async happens(
    type: string,
    data: Readonly<Record<string, JsonValue>>,
    schemaVersion = auditEvents.newest(type),
  ): Promise<void> {
    const room = await this.app.rooms.room(this.audit.id);
    if (!room) throw new Error('no room');
    const version = room.hot.version;
    const stream = auditStream(this.audit.id);
    const meta = { actor: idOf('claudia'), at: new Date().toISOString(), account: room.state.account };
    await this.app.base.store.append({
      stream,
      expected: BigInt(version),
      events: [{ id: crypto.randomUUID(), type, schemaVersion, data, meta }],
    });
    await room.catchUp();
    if (!(await this.app.base.projected(stream, version + 1))) throw new Error('not projected');
  }

  /** Calls an action on several items; path below the audit's address. */
  acts(path: string, body: object, name = 'andres'): Promise<ChangedTree> {
    return this.app.does('post', `${this.base}/${path}`, changedTree, { body, name });
  }
}

export const every = (items: readonly TreeItemRead[]): TreeItemRead[] =>
  items.flatMap((item) => [item, ...every(item.items)]);

/** Item names of a tree, indented by level. */
export const outline = (items: readonly TreeItemRead[]): string[] =>
  items.flatMap(({ nombre, items: under }) => [nombre, ...outline(under).map((line) => `  ${line}`)]);

/** Asserts that a call is refused with a status and a code; returns the error body. */
export const refused = async (
  status: number,
  code: string,
  call: Promise<{ status: number; body: unknown }>,
) => {
  const { status: given, body } = await call;
  expect([given, body]).toEqual([
    status,
    expect.objectContaining({ code, error: expect.stringMatching(/\S/) as string }),
  ]);
  return body as { error: string; details?: Record<string, unknown>; fields?: Record<string, string> };
};

/** Creates a risk evaluation or library led by Andrés; returns its id. */
export async function newRecord(app: AuditsApp, record_type: 'evaluacion' | 'biblioteca'): Promise<string> {
  const body = { nombre: 'Riesgos', record_type, ano: 2026, lider: idOf('andres') };
  return (await app.does('post', 'riesgo/evaluacion/', auditDetail.loose(), { body, name: 'claudia' })).id;
}

/** Creates an item in such a record; returns its id. */
export async function addTo(
  app: AuditsApp,
  record: string,
  item_tipo: string,
  nombre: string,
  parent: string | null,
  more: object = {},
): Promise<string> {
  const body = { item_tipo, nombre, parent, ...more };
  return (await app.does('post', `riesgo/evaluacion/${record}/tree/`, changedTreeItem, { body })).id;
}

/** Submits an intent that no call makes, in a user's name. */
export async function submit(
  to: PlanApp,
  name: string,
  intent: { kind: string; [field: string]: unknown },
  operation?: string,
): Promise<void> {
  const principal = principals.get(name);
  if (!principal) throw new Error(`nobody is called ${name}`);
  const { outcomes, version } = await to.app.rooms.submit(to.audit.id, principal, [
    { intent, base: 9_999, ...(operation !== undefined && { operation }) },
  ]);
  expect(outcomes).toEqual([{ ok: true }]);
  expect(await to.app.base.projected(`audit-${to.audit.id}`, version)).toBe(true);
}
