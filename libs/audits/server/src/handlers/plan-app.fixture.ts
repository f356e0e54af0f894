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

/** An audit with a plan of its own in a running application; ids by the names that tests give them. */
export class PlanApp {
  readonly ids = new Map<string, string>();

  private constructor(
    readonly app: AuditsApp,
    readonly audit: CreatedAuditAnswer,
  ) {}

  /** Led by Andrés, with Óscar in the team and created by Claudia, the manager. */
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

  /** Below `/api/proyecto/`. */
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

  /** A new item; the parent by its name. */
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

  /** Events that no call writes yet, written as they will be; waits until they can be read. */
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

  /** An action on several; below the audit's address. */
  acts(path: string, body: object, name = 'andres'): Promise<ChangedTree> {
    return this.app.does('post', `${this.base}/${path}`, changedTree, { body, name });
  }
}

export const every = (items: readonly TreeItemRead[]): TreeItemRead[] =>
  items.flatMap((item) => [item, ...every(item.items)]);

/** Names of a tree, indented by their levels. */
export const outline = (items: readonly TreeItemRead[]): string[] =>
  items.flatMap(({ nombre, items: under }) => [nombre, ...outline(under).map((line) => `  ${line}`)]);

/** A call that is refused with a status and a code, in words; what else the answer says. */
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

/** A risk evaluation or library led by Andrés; its id. */
export async function newRecord(app: AuditsApp, record_type: 'evaluacion' | 'biblioteca'): Promise<string> {
  const body = { nombre: 'Riesgos', record_type, ano: 2026, lider: idOf('andres') };
  return (await app.does('post', 'riesgo/evaluacion/', auditDetail.loose(), { body, name: 'claudia' })).id;
}

/** A new item of such a record; its id. */
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

/** An intent that no call makes, in somebody's name. */
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
