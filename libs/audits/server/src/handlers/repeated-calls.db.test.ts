import { PostgresAnswerJournal, type AnswerJournal } from '@cotejo/http/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditsApp, bodyOf, createdAudit, principals } from './audits-app.fixture.ts';

let first: AuditsApp;
let second: AuditsApp;
beforeAll(async () => {
  first = await AuditsApp.open();
  second = await AuditsApp.open(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
  expect([...first.faults, ...second.faults]).toEqual([]);
});

const idIn = (body: unknown): string => createdAudit.parse(body).data.id;
/** Number of audits created, read from the log itself. */
async function begun(): Promise<number> {
  const { events } = await first.base.store.readAll(null, {
    filter: { types: ['AuditCreated'] },
    limit: 10_000,
  });
  return events.length;
}

describe('creating an audit again under its key', () => {
  it('gives the same answer, byte for byte, on any node and after a restart, whatever happened since', async () => {
    const answer = await first.post(bodyOf(), 'claudia', 'r-1').expect(201);
    const before = await begun();
    const id = idIn(answer.body);
    await first.rooms.submit(id, principal(), [
      {
        intent: { kind: 'create_item', id: crypto.randomUUID(), type: 'phase', parent: null, name: 'Más' },
        base: 99,
      },
    ]);
    const restarted = await AuditsApp.open(first);
    for (const node of [first, second, restarted]) {
      const again = await node.post(bodyOf(), 'claudia', 'r-1').expect(201);
      expect(again.text).toBe(answer.text);
    }
    await restarted.close();
    expect(await begun()).toBe(before);
  });

  it('with other data is refused on any node', async () => {
    await first.post(bodyOf(), 'claudia', 'r-2').expect(201);
    for (const node of [first, second]) {
      const { body } = await node.post(bodyOf({ nombre: 'Otra' }), 'claudia', 'r-2').expect(422);
      expect(body).toMatchObject({ code: 'idempotency_key_reused' });
    }
  });

  it('at once on two nodes creates one', async () => {
    const before = await begun();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? first : second).post(bodyOf(), 'claudia', 'r-3').expect(201),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await begun()).toBe(before + 1);
  });

  it('whose node died after creating it, before it could answer, gives that audit', async () => {
    const journal = new PostgresAnswerJournal(first.base.pool);
    let created: unknown = null;
    let bury: () => void = () => undefined;
    const dying: AnswerJournal = {
      claim: (id, hash) => journal.claim(id, hash, 300),
      renew: () => Promise.resolve(),
      keep: (_, answer) => {
        created = answer.body;
        return new Promise((resolve) => (bury = () => resolve(answer)));
      },
      release: () => Promise.resolve(),
      forgetBefore: () => Promise.resolve(),
    };
    const node = await AuditsApp.open(first, dying);
    const lost = node.post(bodyOf(), 'claudia', 'r-4').then(
      () => undefined,
      () => undefined,
    );
    await expect.poll(() => created).not.toBeNull();
    const before = await begun();
    // A different body under the same key is still refused.
    await second.post(bodyOf({ nombre: 'Otra' }), 'claudia', 'r-4').expect(422);
    const answer = await second.post(bodyOf(), 'claudia', 'r-4').expect(201);
    expect(idIn(answer.body)).toBe(idIn(created));
    expect((await first.post(bodyOf(), 'claudia', 'r-4').expect(201)).text).toBe(answer.text);
    expect(await begun()).toBe(before);
    bury();
    await lost;
    await node.close();
  });

  it('long after answers were forgotten creates nothing either', async () => {
    const answer = await first.post(bodyOf(), 'claudia', 'r-5').expect(201);
    const before = await begun();
    await new PostgresAnswerJournal(first.base.pool).forgetBefore(new Date(Date.now() + 60_000));
    expect(idIn((await second.post(bodyOf(), 'claudia', 'r-5').expect(201)).body)).toBe(idIn(answer.body));
    await new PostgresAnswerJournal(first.base.pool).forgetBefore(new Date(Date.now() + 60_000));
    expect((await second.post(bodyOf({ nombre: 'Otra' }), 'claudia', 'r-5').expect(422)).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await begun()).toBe(before);
  });
});

const principal = () => {
  const found = principals.get('andres');
  if (!found) throw new Error('no such person');
  return found;
};
