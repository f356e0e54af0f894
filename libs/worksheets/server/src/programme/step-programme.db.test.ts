import { randomUUID } from 'node:crypto';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProjectedLog, type EventToProject } from '../projected-log.fixture.ts';
import type { TextVault } from '../texts/text-vault.ts';
import type { WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { readStepProgramme } from './read-step-programme.ts';

let log: ProjectedLog;
let account: AccountId;
let base: WorksheetDatabase;
let vault: TextVault;

beforeAll(async () => {
  log = await ProjectedLog.open();
  ({ account, base, vault } = log);
});

afterAll(() => log.close());

interface Programme {
  readonly item: ItemId;
  readonly objective: string | null;
  readonly instructions: readonly string[];
}

/** Writes programmes into a new audit in one append, among events of other kinds. */
async function write(audit: AuditId, programmes: readonly Programme[], before = 0): Promise<void> {
  const events: EventToProject[] = [];
  for (const { item, objective, instructions } of programmes) {
    const [first = null] = objective === null ? [] : await vault.seal(account, [objective]);
    const seals = await vault.seal(account, instructions);
    const list = seals.map((text) => ({ id: randomUUID(), text }));
    events.push({ type: 'TreeItemRenamed', data: { id: item, name: 'b', from: 'a', overwrote: null } });
    events.push({ type: 'StepProgrammeSet', data: { id: item, objective: first, instructions: list } });
  }
  await log.write(audit, events, before);
}

const read = (audit: AuditId, item: ItemId, of = account) =>
  readStepProgramme(base.db, vault, of, audit, item);

describe('the programme of a step as it is read', () => {
  const audit = randomUUID() as AuditId;
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()] as [ItemId, ItemId, ItemId];

  it('is the last one written, in the order of its instructions', async () => {
    await write(audit, [
      { item: one, objective: 'old', instructions: ['x'] },
      { item: two, objective: null, instructions: [] },
      { item: one, objective: 'What for\n  a. this', instructions: ['first', 'second', 'third'] },
    ]);
    const view = await read(audit, one);
    expect(view).toMatchObject({ objetivo: 'What for\n  a. this', version: 5 });
    expect(view.instrucciones.map(({ texto }) => texto)).toEqual(['first', 'second', 'third']);
    expect(await read(audit, two)).toEqual({ objetivo: null, instrucciones: [], version: 3 });

    await write(audit, [{ item: one, objective: null, instructions: ['later'] }], 6);
    expect(await read(audit, one)).toMatchObject({ objetivo: null, version: 7 });
  });

  it('is the same when it is built anew', async () => {
    const whole = () => base.pool.query('select * from read.step_programme order by audit_id, item_id');
    const { rows: live } = await whole();
    expect(live.length).toBeGreaterThan(1);
    await log.rebuild();
    expect((await whole()).rows).toEqual(live);
  });

  it('is empty while nobody has written one, and for whoever is of another account', async () => {
    const empty = { objetivo: null, instrucciones: [], version: -1 };
    expect(await read(audit, three)).toEqual(empty);
    expect(await read(audit, one, randomUUID() as AccountId)).toEqual(empty);
    expect(await read(randomUUID() as AuditId, one)).toEqual(empty);
  });

  it('has nothing in the place of a text that was redacted', async () => {
    const other = randomUUID() as AuditId;
    await write(other, [{ item: one, objective: 'Of Ana', instructions: ['ask Ana', 'ask'] }]);
    await base.pool.query(
      `update vault.text_body set body = null, salt = null, redacted_at = now() where body like '%Ana%'`,
    );
    const view = await read(other, one);
    expect([view.objetivo, ...view.instrucciones.map(({ texto }) => texto)]).toEqual([null, null, 'ask']);
  });
});
