import type { Principal } from '@cotejo/access-contracts';
import { AUDIT_PRESENCE_TOPIC, auditPresence, type AuditPresence } from '@cotejo/audits-contracts';
import type { FollowAnswer } from '@cotejo/live/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { account, AuditsApp, principals } from '../handlers/audits-app.fixture.ts';
import { PlanApp } from '../handlers/plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
/** Frames sent to each user's socket, in order. */
const sent = new Map<string, AuditPresence[]>();
/** Cursor reached by each socket. */
const reached = new Map<string, number>();

beforeAll(async () => {
  app = await AuditsApp.open();
  app.hub.attach({
    emit: (names, { rows, to }) =>
      names.forEach((name) => {
        reached.set(name, to);
        sent.get(name)?.push(...rows.map((row) => auditPresence.parse(row)));
      }),
    revoke: () => undefined,
    end: () => undefined,
  });
  for (const [name, principal] of principals) app.hub.connected(name, principal);
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
  for (const name of principals.keys()) sent.set(name, []);
});
afterEach(() => here(plan.audit.id));
afterAll(async () => {
  await app.present.stop();
  await app.close();
  expect(app.faults).toEqual([]);
});

async function follow(name: string, key: string = account, cursor = -1): Promise<FollowAnswer> {
  const answers: FollowAnswer[] = [];
  await app.hub.follow(name, { topic: AUDIT_PRESENCE_TOPIC, key, cursor }, (answer) => answers.push(answer));
  return answers[0] as FollowAnswer;
}

const idOf = (name: string) => principals.get(name)?.userId ?? '';
const here = (audit: string, ...people: readonly (readonly [who: string, item?: string, field?: string])[]) =>
  app.present.set(
    `audit/${audit}`,
    people.map(([who, item, field]) => ({ user: idOf(who), item: item ?? null, field: field ?? null })),
  );
/**
 * Users and their places in this plan, from the last frame of a reader; undefined = the plan is not in it.
 */
const told = (name: string) =>
  sent
    .get(name)
    ?.at(-1)
    ?.auditorias.find(({ id }) => id === plan.audit.id)
    ?.personas.map(({ usuario, item, campo }) => [usuario.name, item?.nombre ?? null, campo]);
describe('who works where', () => {
  it('is told with the worksheet and the field, and follows them', async () => {
    await plan.add('HT_RIESGO', 'Fraude', 'Selección de proveedores');
    here(plan.audit.id, ['andres', plan.of('Fraude'), 'impact'], ['hernan']);
    expect(await follow('claudia')).toMatchObject({ ok: true });
    await vi.waitFor(() =>
      expect(told('claudia')).toEqual([
        ['Andres Prueba', 'Fraude', 'impact'],
        ['Hernan Prueba', null, null],
      ]),
    );
    here(plan.audit.id, ['hernan', plan.of('Fraude')]);
    await vi.waitFor(() => expect(told('claudia')).toEqual([['Hernan Prueba', 'Fraude', null]]));
    here(plan.audit.id);
    await vi.waitFor(() => expect(told('claudia')).toBeUndefined());
  });

  it('names each person once, by the window that says most, and never the reader', async () => {
    const item = plan.of('Selección de proveedores');
    here(plan.audit.id, ['andres'], ['andres', item, 'dates.start'], ['andres', item], ['claudia', item]);
    await follow('claudia');
    await vi.waitFor(() =>
      expect(told('claudia')).toEqual([['Andres Prueba', 'Selección de proveedores', 'dates.start']]),
    );
  });

  it('says nothing of an item that is gone, nor of a room that is no audit', async () => {
    app.present.set('worksheet/x', [{ user: idOf('andres'), item: null, field: null }]);
    app.present.set('audit/nonsense', [{ user: idOf('andres'), item: null, field: null }]);
    here(plan.audit.id, ['andres', crypto.randomUUID(), 'impact']);
    await follow('claudia');
    await vi.waitFor(() => expect(told('claudia')).toEqual([['Andres Prueba', null, null]]));
    expect(sent.get('claudia')?.at(-1)?.auditorias).toHaveLength(1);
  });

  it('is told of an audit to nobody who may not open its plan', async () => {
    const own = principals.get('laura') as Principal;
    const limited = { ...own, permissions: { ...own.permissions, 'audits.list': { '3': 1 } } };
    const closed = { ...own, permissions: { ...own.permissions, 'plan.access': {} } };
    for (const [name, principal] of [
      ['limited', limited],
      ['closed', closed],
    ] as const) {
      sent.set(name, []);
      app.hub.connected(name, principal as Principal);
    }
    here(plan.audit.id, ['andres']);
    for (const name of ['limited', 'closed', 'claudia']) await follow(name);
    await vi.waitFor(() => expect(told('claudia')).toHaveLength(1));
    for (const name of ['limited', 'closed']) {
      await vi.waitFor(() => expect(sent.get(name)).not.toEqual([]));
      expect(sent.get(name)?.flatMap(({ auditorias }) => auditorias)).toEqual([]);
    }
  });

  it('is told anew to whoever comes back with other rights, though nobody moved', async () => {
    const laura = principals.get('laura') as Principal;
    here(plan.audit.id, ['andres']);
    await follow('laura');
    await vi.waitFor(() => expect(told('laura')).toHaveLength(1));
    // The sockets of a session are closed when its rights change.
    app.hub.disconnected('laura');
    app.hub.connected('laura', { ...laura, permissions: { ...laura.permissions, 'plan.access': {} } });
    expect(await follow('laura', account, reached.get('laura'))).toEqual({ ok: true, cursor: -1 });
    await vi.waitFor(() => expect(told('laura')).toBeUndefined());
    app.hub.disconnected('laura');
    app.hub.connected('laura', laura);
  });

  it('follows who may open an audit, though nobody moved', async () => {
    const laura = principals.get('laura') as Principal;
    const ownOnly = { ...laura.permissions, 'audits.list': { '3': 1 } };
    sent.set('newcomer', []);
    app.hub.connected('newcomer', { ...laura, permissions: ownOnly } as Principal);
    here(plan.audit.id, ['andres']);
    await follow('newcomer');
    await vi.waitFor(() => expect(sent.get('newcomer')).not.toEqual([]));
    expect(told('newcomer')).toBeUndefined();
    await plan.happens('TeamMemberAdded', { user: laura.userId, role: 'auditor' });
    await vi.waitFor(() => expect(told('newcomer')).toHaveLength(1));
  });

  it('is refused to an auditee, to another account, and under another key', async () => {
    const refused = { ok: false, code: 'access_not_authorized' };
    for (const name of ['marta', 'stranger']) expect(await follow(name)).toEqual(refused);
    expect(await follow('claudia', plan.audit.id)).toEqual(refused);
  });
});
