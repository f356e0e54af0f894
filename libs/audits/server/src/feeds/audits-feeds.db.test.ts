import type { Principal } from '@cotejo/access-contracts';
import {
  AUDIT_LIST_TOPIC,
  auditListRow,
  CHANGE_LOG_TOPIC,
  changeRow,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import type { FollowAnswer } from '@cotejo/live/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { account, AuditsApp, principals } from '../handlers/audits-app.fixture.ts';

let app: AuditsApp;
/** Frames sent to each user's socket, in order. */
const sent = new Map<string, unknown[]>();
beforeAll(async () => {
  app = await AuditsApp.open();
  app.hub.attach({
    emit: (names, { rows }) => names.forEach((name) => sent.get(name)?.push(...rows)),
    revoke: () => undefined,
    end: () => undefined,
  });
  for (const [name, principal] of principals) {
    sent.set(name, []);
    app.hub.connected(name, principal);
  }
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

async function follow(name: string, topic: string, key: string, cursor: number): Promise<FollowAnswer> {
  const answers: FollowAnswer[] = [];
  await app.hub.follow(name, { topic, key, cursor }, (answer) => answers.push(answer));
  expect(answers).toHaveLength(1);
  return answers[0] as FollowAnswer;
}

const REFUSED = { ok: false, code: 'access_not_authorized' };
describe('the list of audits', () => {
  it('brings an audit to all who may see it, as each of them sees it', async () => {
    for (const name of ['andres', 'hernan']) {
      expect(await follow(name, AUDIT_LIST_TOPIC, account, -1)).toMatchObject({ ok: true });
    }
    const { id, version } = await app.create();
    const last = (name: string) =>
      sent
        .get(name)
        ?.map((row) => auditListRow.parse(row))
        .findLast((row) => row.id === id);
    await vi.waitFor(() => expect(last('hernan')).toMatchObject({ in_team: false, version }));
    await vi.waitFor(() => expect(last('andres')).toMatchObject({ in_team: true, version }));
  });

  it('tells nothing of an audit that is not in the person’s list, whatever happens to it', async () => {
    const own = principals.get('laura') as Principal;
    const permissions = { ...own.permissions, 'audits.list': { '3': 1 } } as const;
    app.hub.connected('limited', { ...own, permissions });
    sent.set('limited', []);
    const unseen = await app.create();
    const seen = await app.create({ equipo: [{ usuario: own.userId, rol: 'auditor' }] });
    const rowsOf = (id: string) =>
      (sent.get('limited') ?? []).filter((row) => auditListRow.parse(row).id === id);
    expect(await follow('limited', AUDIT_LIST_TOPIC, account, -1)).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(rowsOf(seen.id)).toHaveLength(1));
    for (const { id, version } of [unseen, seen]) {
      const [phase] = await app.data(`/${id}/tree/`, z.custom<TreeItemView[]>());
      const intent = { kind: 'rename_item', id: phase?.id, name: 'Otra' };
      await app.rooms.submit(id, principals.get('andres') as Principal, [{ intent, base: version }]);
    }
    await vi.waitFor(() => expect(rowsOf(seen.id)).toHaveLength(2));
    expect(rowsOf(unseen.id)).toEqual([]);
    // A reconnecting client gets the whole list, so that it can drop rows that are no longer in it.
    expect(await follow('limited', AUDIT_LIST_TOPIC, account, 5)).toMatchObject({ ok: true, cursor: -1 });
  });

  it('is refused to an auditee, and to another account', async () => {
    expect(await follow('marta', AUDIT_LIST_TOPIC, account, -1)).toEqual(REFUSED);
    expect(await follow('stranger', AUDIT_LIST_TOPIC, account, -1)).toEqual(REFUSED);
  });
});

describe('the change log of an audit', () => {
  it('brings each change once, in order', async () => {
    const { id, version } = await app.create();
    expect(await follow('hernan', CHANGE_LOG_TOPIC, id, version - 2)).toEqual({
      ok: true,
      cursor: version - 2,
    });
    sent.set('hernan', []);
    const [phase] = await app.data(`/${id}/tree/`, z.custom<TreeItemView[]>());
    const leader = principals.get('andres') as Principal;
    for (const name of ['Uno', 'Dos', 'Tres']) {
      await app.rooms.submit(id, leader, [
        { intent: { kind: 'rename_item', id: phase?.id, name }, base: version },
      ]);
    }
    const changes = () =>
      (sent.get('hernan') ?? []).flatMap((row) => {
        const change = changeRow.safeParse(row);
        return change.success ? [change.data] : [];
      });
    await vi.waitFor(() => expect(changes().at(-1)?.version).toBe(version + 3));
    const renamed = changes().filter((change) => change.version > version);
    expect(renamed.map((change) => change.version)).toEqual([1, 2, 3].map((at) => version + at));
    expect(renamed.map(({ detail }) => detail['name'])).toEqual(['Uno', 'Dos', 'Tres']);
    expect(renamed[0]?.actor).toMatchObject({ name: 'Andres Prueba', sigla: 'AN' });
  });

  it('is refused to an auditee, to another account, and for what is no audit', async () => {
    const { id } = await app.create();
    expect(await follow('marta', CHANGE_LOG_TOPIC, id, -1)).toEqual(REFUSED);
    expect(await follow('stranger', CHANGE_LOG_TOPIC, id, -1)).toEqual(REFUSED);
    expect(await follow('andres', CHANGE_LOG_TOPIC, 'x', -1)).toEqual(REFUSED);
  });
});
