import { randomUUID } from 'node:crypto';
import type { AccessDirectory, AccountId, Principal, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { NoteEntryId, NoteEvent, NoteId } from '@cotejo/worksheets-contracts';
import { mentionList, mentionOf, MOST_MENTIONS } from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextVault } from '../texts/text-vault.ts';
import { ProjectedLog, type EventToProject } from '../projected-log.fixture.ts';
import type { WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { MentionCursors } from './mention-cursors.ts';
import { markSeen, readMentions } from './read-mentions.ts';

const [ana, luis] = [randomUUID(), randomUUID()] as [UserId, UserId];
const step = randomUUID() as ItemId;
/** Luis was forgotten: the directory has no name for him. */
const directory = {
  person: (_: AccountId, id: UserId) =>
    id === ana ? { id, firstName: 'Ana', lastName: 'Ruiz', initials: 'AR' } : null,
} as unknown as AccessDirectory;
let log: ProjectedLog;
let account: AccountId;
let base: WorksheetDatabase;
let vault: TextVault;

beforeAll(async () => {
  log = await ProjectedLog.open(ana);
  ({ account, base, vault } = log);
});

afterAll(() => log.close());

const seal = (text: string) => log.seal(text);
/** An event about a note, optionally with author and time. */
type Told = NoteEvent & Pick<EventToProject, 'by' | 'at'>;
const write = (audit: AuditId, told: readonly Told[], before = 0) => log.write(audit, told, before);
const newNote = () => randomUUID() as NoteId;
const newEntry = () => randomUUID() as NoteEntryId;

describe('whom notes name', () => {
  const [one, other] = [randomUUID(), randomUUID()] as [AuditId, AuditId];
  const note = newNote();
  const [reply, again] = [newEntry(), newEntry()];
  const eva = randomUUID() as UserId;
  const as = (userId: UserId, of = account) => ({ accountId: of, userId }) as Principal;
  /** Audits whose plans may not be opened. */
  const closed = new Set<AuditId>();
  const sources = () => ({
    ...{ db: base.db, vault, directory },
    audits: {
      openPlaces: async (_: Principal, places: readonly { audit: AuditId; item: ItemId }[]) =>
        places
          .filter(({ audit }) => !closed.has(audit))
          .map(({ audit, item }) => ({
            audit: { id: audit, code: 'AUD-1', name: 'Compras' },
            item: { id: item, type: 'step' as const, code: null, name: 'Arqueo' },
          })),
    },
  });
  const told = async (who: Principal) => {
    const { menciones, sin_leer } = mentionList.parse(await readMentions(sources(), who));
    return [menciones.map(({ id, extracto, leida }) => [id, extracto, leida]), sin_leer];
  };
  const cursor = (who: UserId) => new MentionCursors(base.db).of(as(who));

  it('are told in a list of their own what was said and where, the newest first, without their own words', async () => {
    const text = await seal(`Pregunte a ${mentionOf(eva)}`);
    const answer = await seal(`${mentionOf(eva)} y ${mentionOf(ana)}:\n${'sí '.repeat(90)}`);
    await write(one, [
      { type: 'NoteAdded', data: { id: step, note, field: 'evidence', text } },
      {
        ...{ type: 'NoteReplied', data: { id: step, note, entry: reply, text: answer } },
        ...{ by: luis, at: '2026-03-03T15:00:00.000Z' },
      },
      { type: 'NoteReplied', data: { id: step, note, entry: newEntry(), text: await seal(mentionOf(ana)) } },
    ]);
    const { menciones } = await readMentions(sources(), as(eva));
    expect(menciones).toMatchObject([
      { id: reply, nota: note, campo: 'evidence', created_by: { id: luis } },
      {
        id: note,
        auditoria: { id: one, codigo: 'AUD-1', nombre: 'Compras' },
        item: { id: step, item_tipo: 'HT_PASO', nombre: 'Arqueo' },
        created_by: { id: ana, name: 'Ana Ruiz' },
        // Eva was forgotten, so the mention has no name.
        extracto: 'Pregunte a @',
      },
    ]);
    expect(menciones[0]?.extracto).toMatch(/^@ y @Ana Ruiz: sí sí .{140,165}sí…$/);
    expect(await told(as(ana))).toEqual([[[reply, expect.any(String), false]], 1]);
    expect(await told(as(luis))).toEqual([[], 0]);
  });

  it('are so many at most, the newest', async () => {
    const rosa = randomUUID() as UserId;
    const text = await seal(`Pregunte a ${mentionOf(rosa)}`);
    const notes = Array.from({ length: MOST_MENTIONS + 2 }, newNote);
    const added = notes.map((id): Told => ({
      type: 'NoteAdded',
      data: { id: step, note: id, field: null, text },
    }));
    await write(randomUUID() as AuditId, added);
    const { menciones } = await readMentions(sources(), as(rosa));
    expect(menciones.map(({ nota }) => nota)).toEqual(notes.toReversed().slice(0, MOST_MENTIONS));
  });

  it('open them once, each their own; their cursor rises with both', async () => {
    const before = await cursor(eva);
    const now = new Date();
    await markSeen(base.db, as(eva), [{ auditoria: one, id: note }], now);
    await markSeen(base.db, as(luis), [{ auditoria: one, id: reply }], now);
    expect((await told(as(eva)))[1]).toBe(1);
    const opened = await cursor(eva);
    expect(opened).toBeGreaterThan(before);
    await write(
      one,
      [{ type: 'NoteReopened', data: { id: step, note, entry: again, reason: await seal(mentionOf(eva)) } }],
      3,
    );
    expect(await cursor(eva)).toBeGreaterThan(opened);
    await markSeen(base.db, as(eva), null, now);
    expect((await told(as(eva)))[1]).toBe(0);
    expect((await told(as(ana)))[1]).toBe(1);
  });

  it('are told nothing of audits that are closed to them, nor of another account', async () => {
    const data = { id: step, note, field: null, text: await seal(mentionOf(luis)) };
    await write(other, [{ type: 'NoteAdded', data }]);
    expect((await told(as(luis)))[1]).toBe(1);
    closed.add(other);
    expect(await told(as(luis))).toEqual([[], 0]);
    closed.clear();
    expect(await told(as(luis, randomUUID() as AccountId))).toEqual([[], 0]);
  });

  it('are the same when it is all built anew, and no cursor was given out beyond them', async () => {
    const rows = async () =>
      (
        await base.pool.query(
          "select to_jsonb(m) - 'changed' as row from read.note_mention m order by 1::text",
        )
      ).rows;
    const [before, newest] = [await rows(), await cursor(luis)];
    await log.rebuild();
    expect(await rows()).toEqual(before);
    expect((await cursor(luis)) > newest).toBe(true);
  });

  it('are named no more by a text that was removed or altered, and the others still', async () => {
    await base.owner.query(
      `update vault.text_body b set body = 'Otra cosa' from read.note_mention m
        where m.entry_id = $1 and b.ref = (m.text->>'ref')::uuid`,
      [reply],
    );
    const { menciones } = await readMentions(sources(), as(eva));
    expect(menciones.map(({ id, extracto }) => [id, extracto])).toEqual([
      [again, '@'],
      [note, 'Pregunte a @'],
    ]);
  });
});
