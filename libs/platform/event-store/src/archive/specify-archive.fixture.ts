import { afterEach, describe, expect, it } from 'vitest';
import { collect, newEvents } from '../conformance/subject.ts';
import {
  exported,
  fill,
  given,
  newSigner,
  wholeLog,
  type ArchivedLog,
  type ArchiveSubject,
} from './archive-subject.fixture.ts';
import { readBrokenOffExport } from './export-log.ts';
import { importLog } from './import-log.ts';
import { SEAL_STREAM, type Seal } from './seal.ts';
import { readLastSeal, sealLog } from './seal-log.ts';
import { verifyExport } from './verify-export.ts';
import { verifyLog } from './verify-log.ts';

const anyKey = { trustedKeys: null };
const withoutPosition = ({ position: _, ...event }: { readonly position: string }): object => event;

/** Behaviour of a log for sealing, verification and moving; run against every adapter. */
export function specifyArchive(subject: ArchiveSubject): void {
  describe(`${subject.name} log archive`, () => {
    const logs: ArchivedLog[] = [];
    const create = async (): Promise<ArchivedLog> => {
      const log = await subject.create();
      logs.push(log);
      return log;
    };
    afterEach(async () => {
      await Promise.all(logs.splice(0).map((log) => log.drop()));
    });
    const seal = async (
      { archive, store }: ArchivedLog,
      signer = newSigner(),
      at = '2026-03-01T12:00:00.000Z',
    ) => sealLog({ archive, store, signer, now: () => new Date(at) });
    const read = async ({ store }: ArchivedLog, stream: string) => collect(store.read(stream));

    it('gives all events in log order, whatever the page, and the heads and commands that belong to them', async () => {
      const { store, archive } = await create();
      expect(await wholeLog(archive)).toEqual([]);
      expect(await archive.heads()).toEqual({ events: 0n, heads: [] });
      await fill(store);
      const whole = await wholeLog(archive);
      expect(whole).toHaveLength(4 * (1 + 2 + 3 + 1 + 2));
      for (const size of [1, 7, whole.length]) expect(await wholeLog(archive, size)).toEqual(whole);
      const { heads, events } = await archive.heads();
      expect(events).toBe(BigInt(whole.length));
      for (const { stream, version, link } of heads) {
        expect(whole.filter((event) => event.stream === stream).at(-1)).toMatchObject({ version, link });
      }
      const commands = await archive.commands(null, 1_000);
      expect(commands).toHaveLength(21);
      const [third] = await archive.commands(commands[1]?.id ?? '', 1);
      expect(third).toEqual(commands[2]);
      expect((await verifyLog(archive, anyKey)).fault).toBeNull();
    });

    it('moves to an empty log with identical hashes, under the same store id and a new incarnation', async () => {
      const from = await create();
      await fill(from.store);
      await seal(from);
      await fill(from.store, { rounds: 1, prefix: 'sealed-not' });
      const lines = await exported(from.archive);

      const to = await create();
      const moved = await importLog(to.archive, given(lines), anyKey);
      expect(moved.written).toBe((await wholeLog(from.archive)).length);
      expect((await wholeLog(to.archive)).map(withoutPosition)).toEqual(
        (await wholeLog(from.archive)).map(withoutPosition),
      );
      const { summary, fault } = await verifyLog(to.archive, anyKey);
      expect(fault).toBeNull();
      expect(summary).toEqual((await verifyLog(from.archive, anyKey)).summary);
      expect(await to.archive.commands(null, 100)).toEqual(await from.archive.commands(null, 100));
      const [before, after] = [await from.archive.identity(), await to.archive.identity()];
      expect(after.storeId).toBe(before.storeId);
      expect(after.incarnation).not.toBe(before.incarnation);

      // The imported log can be continued, with further seals.
      const request = { stream: 'box-1', expected: 7n, events: newEvents(1) };
      const repeated = { ...request, commands: [{ id: 'box-command-0-1', intentHash: 'intent' }] };
      expect(await to.store.append(repeated)).toMatchObject({ version: 1n, replayed: true });
      expect(await to.store.append(request)).toMatchObject({ version: 8n, replayed: false });
      expect(await seal(to)).not.toBeNull();
      expect((await verifyLog(to.archive, anyKey)).summary).toMatchObject({
        seals: 2,
        sealedEvents: moved.written + 1,
      });
    });

    it('is imported again after an interruption where it stopped, and then once more without effect', async () => {
      const from = await create();
      await fill(from.store, { streams: 12, rounds: 60 });
      const lines = await exported(from.archive);
      const to = await create();
      const cut = lines.slice(0, 1_100);
      await expect(importLog(to.archive, given(cut), anyKey)).rejects.toMatchObject({ code: 'cut_off' });
      const there = (await wholeLog(to.archive)).length;
      expect(there).toBe(1_000);
      expect((await importLog(to.archive, given(lines), anyKey)).written).toBe(lines.length - there - 723);
      const identity = await to.archive.identity();
      expect((await importLog(to.archive, given(lines), anyKey)).written).toBe(0);
      expect(await to.archive.identity()).toEqual(identity);
      expect((await verifyLog(to.archive, anyKey)).fault).toBeNull();
    });

    it('refuses a target with a history of its own, and leaves it alone', async () => {
      const from = await create();
      await fill(from.store);
      const lines = await exported(from.archive);
      const other = await create();
      await fill(other.store, { rounds: 1 });
      const before = [await wholeLog(other.archive), await other.archive.identity()];
      await expect(importLog(other.archive, given(lines), anyKey)).rejects.toMatchObject({
        code: 'other_history',
      });
      expect([await wholeLog(other.archive), await other.archive.identity()]).toEqual(before);

      // The source log, with later events of its own.
      await fill(from.store, { rounds: 1, prefix: 'more' });
      const longer = await wholeLog(from.archive);
      await expect(importLog(from.archive, given(lines), anyKey)).rejects.toMatchObject({
        code: 'other_history',
      });
      expect(await wholeLog(from.archive)).toEqual(longer);

      // An imported copy, with later events that differ.
      const moved = await create();
      await importLog(moved.archive, given(lines), anyKey);
      await fill(moved.store, { rounds: 1, prefix: 'other' });
      const own = [await wholeLog(moved.archive), await moved.archive.identity()];
      const ahead = await exported(from.archive);
      await expect(importLog(moved.archive, given(ahead), anyKey)).rejects.toMatchObject({
        code: 'other_history',
      });
      expect([await wholeLog(moved.archive), await moved.archive.identity()]).toEqual(own);

      // Two histories within one stream: nothing of the file may be appended to it.
      const apart = await create();
      await importLog(apart.archive, given(lines), anyKey);
      await apart.store.append({ stream: 'more-0', expected: 'no-stream', events: newEvents(1) });
      const theirs = await wholeLog(apart.archive);
      await expect(importLog(apart.archive, given(ahead), anyKey)).rejects.toMatchObject({
        code: 'other_history',
      });
      expect(await wholeLog(apart.archive)).toEqual(theirs);
    });

    it('takes events verbatim or not at all', async () => {
      const from = await create();
      await fill(from.store);
      const events = await wholeLog(from.archive);
      const to = await create();
      await to.archive.adopt((await from.archive.identity()).storeId);
      const [first, second, ...others] = events;
      if (!first || !second) throw new Error('nothing was written');
      for (const wrong of [
        [second, { ...first, link: second.link }],
        [{ ...first, version: 1n }],
        [first, { ...second, recordedAt: '2020-01-01T00:00:00.000000Z' }],
        [{ ...first, stream: 'another' }],
      ]) {
        await expect(to.archive.write(wrong)).rejects.toMatchObject({ kind: 'invalid' });
      }
      expect(await wholeLog(to.archive)).toEqual([]);
      await to.archive.write([first, second]);
      // Write again over events that are already present.
      await to.archive.write([first, second, ...others]);
      expect((await wholeLog(to.archive)).map(withoutPosition)).toEqual(events.map(withoutPosition));
      await expect(to.archive.adopt(crypto.randomUUID())).rejects.toMatchObject({ kind: 'invalid' });
    });

    it('goes on with an export that was broken off, also when more was written since', async () => {
      const from = await create();
      await fill(from.store);
      const lines = await exported(from.archive);
      await fill(from.store, { rounds: 1, prefix: 'later' });
      const whole = await exported(from.archive);
      for (const kept of [1, 2, 20, lines.length - 1]) {
        const resume = await readBrokenOffExport(given(lines.slice(0, kept)));
        const rest = await exported(from.archive, { resume });
        const all = [...lines.slice(0, resume.lines), ...rest];
        expect(all.slice(1)).toEqual(whole.slice(1));
        expect((await verifyExport(given(all), anyKey)).fault).toBeNull();
      }
      expect((await readBrokenOffExport(given(lines))).isComplete).toBe(true);
      const other = await create();
      await fill(other.store);
      const resume = await readBrokenOffExport(given(lines.slice(0, 5)));
      await expect(exported(other.archive, { resume })).rejects.toMatchObject({ code: 'not_the_same_log' });
    });

    describe('sealed', () => {
      it('says by whose key, and how far', async () => {
        const log = await create();
        const signer = newSigner();
        expect(await seal(log, signer)).toBeNull();
        await fill(log.store);
        const first = await seal(log, signer);
        expect(first).toMatchObject({ events: 36, streams: 5, previous: null, key: signer.key });
        // The seal itself is the only new event.
        expect(await seal(log, signer)).toBeNull();
        await fill(log.store, { rounds: 1, prefix: 'more' });
        const second = await seal(log, signer);
        expect(second).toMatchObject({ events: 46, streams: 11 });
        expect((await readLastSeal(log.store))?.seal).toEqual(second);
        const trusted = { trustedKeys: [signer.key], seals: [first, second] as Seal[] };
        const { summary, fault } = await verifyLog(log.archive, trusted);
        expect(fault).toBeNull();
        expect(summary).toMatchObject({
          ...{ events: 47, seals: 2, sealedEvents: 46, keys: [signer.key] },
          // The seal event, which the next seal covers, does not count as unsealed.
          unsealedEvents: 0,
        });
      });

      it('by several nodes at once has one seal', async () => {
        const log = await create();
        await fill(log.store);
        const signer = newSigner();
        const seals = await Promise.all([1, 2, 3].map(() => seal(log, signer)));
        expect(seals.filter((made) => made !== null)).toHaveLength(1);
        expect(await read(log, SEAL_STREAM)).toHaveLength(1);
      });

      it('while others write holds for what stood there at its moment', async () => {
        const log = await create();
        await fill(log.store);
        const signer = newSigner();
        const [first] = await Promise.all([
          seal(log, signer),
          fill(log.store, { rounds: 10, prefix: 'busy' }),
        ]);
        // On an adapter with fast appends, the first seal covers all of them.
        await fill(log.store, { rounds: 1, prefix: 'after' });
        await seal(log, signer);
        expect(first).not.toBeNull();
        // From the log alone, without copies of seals.
        const { summary, fault } = await verifyLog(log.archive, { trustedKeys: [signer.key] });
        expect(fault).toBeNull();
        expect(summary.seals).toBe(2);
      });
    });
  });
}
