import { randomUUID } from 'node:crypto';
import type { AccountId } from '@cotejo/access-contracts';
import { itemId, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProjectedLog, type EventToProject } from '../projected-log.fixture.ts';
import { evidenceIndex } from './evidence-index.ts';

let log: ProjectedLog;
let audit: AuditId;
let version: number;
beforeAll(async () => {
  log = await ProjectedLog.open();
});
beforeEach(() => {
  audit = randomUUID() as AuditId;
  version = -1;
});
afterAll(() => log.close());

const newItem = (): ItemId => itemId.parse(randomUUID());

async function write(events: readonly EventToProject[]): Promise<void> {
  await log.write(
    audit,
    events.map((one) => ({ ...one, schemaVersion: 1 })),
    version + 1,
  );
  version += events.length;
}

const index = () => evidenceIndex({ db: log.base.db, projection: log.runner });
const evidenced = async (items: readonly ItemId[], account = log.account) =>
  index().evidenced(account, { audit, version }, items);

const added = async (id: ItemId, attachment: string, replaces: string | null = null) => ({
  type: 'AttachmentAdded',
  data: {
    ...{ id, attachment, field: null, replaces, revision: replaces ? 2 : 1 },
    name: await log.seal('acta.pdf'),
    file: { sha256: 'a'.repeat(64), bytes: 10, mime: 'application/pdf' },
  },
});
const wrote = async (id: ItemId, field: string, text: string, rev = 1) => ({
  type: 'TextRevised',
  by: 'system:texts',
  data: {
    ...{ id, rev, field, text: text ? await log.seal(text) : null, characters: text.length },
    ...{ authors: [randomUUID()], covers: [rev, rev] },
  },
});
const instruction = randomUUID();

describe('worksheets with evidence', () => {
  it('are those with a current file, whatever was replaced', async () => {
    const [bare, attached, taken] = [newItem(), newItem(), newItem()];
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await write([
      await added(attached, first),
      await added(attached, second, first),
      await added(taken, third),
      { type: 'AttachmentRemoved', data: { id: taken, attachment: third } },
    ]);
    const all = [bare, attached, taken];
    expect(await evidenced(all)).toEqual(new Set([attached]));
    await write([{ type: 'AttachmentRestored', data: { id: taken, attachment: third } }]);
    expect(await evidenced(all)).toEqual(new Set([attached, taken]));
    // Without the newer version the older one is current again.
    await write([{ type: 'AttachmentRemoved', data: { id: attached, attachment: second } }]);
    expect(await evidenced(all)).toEqual(new Set([attached, taken]));
    await write([{ type: 'AttachmentRemoved', data: { id: attached, attachment: first } }]);
    expect(await evidenced(all)).toEqual(new Set([taken]));
  });

  it.each([
    ['the evidence of a step', 'evidence', true],
    ['the evidence of an instruction', `instruction.${instruction}.evidence`, true],
    ['not the instruction itself', `instruction.${instruction}.text`, false],
    ['not the conclusion', 'conclusion', false],
  ])('are those where it is written: %s', async (_, field, expected) => {
    const step = newItem();
    await write([await wrote(step, field, 'Se revisaron 25 órdenes')]);
    expect((await evidenced([step]))?.has(step)).toBe(expected);
    await write([await wrote(step, field, '', 2)]);
    expect(await evidenced([step])).toEqual(new Set());
  });

  it('are told of the items that were asked about, and of no other account or audit', async () => {
    const [one, other] = [newItem(), newItem()];
    await write([await added(one, randomUUID()), await added(other, randomUUID())]);
    expect(await evidenced([one])).toEqual(new Set([one]));
    expect(await evidenced([one, other], randomUUID() as AccountId)).toEqual(new Set());
    audit = randomUUID() as AuditId;
    version = -1;
    await write([await added(other, randomUUID())]);
    expect(await evidenced([one, other])).toEqual(new Set([other]));
  });

  it('are not told before the rows are as new as they were asked for', async () => {
    const waited = vi.spyOn(log.runner, 'waitFor').mockResolvedValueOnce(false);
    expect(await index().evidenced(log.account, { audit, version: 3 }, [newItem()])).toBeNull();
    expect(waited).toHaveBeenCalledWith(`audit-${audit}`, 3, expect.any(Number));
    waited.mockRestore();
  });
});
