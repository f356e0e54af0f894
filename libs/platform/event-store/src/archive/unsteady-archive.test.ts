import { describe, expect, it, onTestFinished } from 'vitest';
import { EventStoreError, type Position } from '../port.ts';
import { exported, fill, given, memorySubject, newSigner } from './archive-subject.fixture.ts';
import { exportLog } from './export-log.ts';
import type { LogArchive } from './log-archive.ts';
import { readLastSeal, sealLog } from './seal-log.ts';
import { verifyExport } from './verify-export.ts';
import { verifyLog } from './verify-log.ts';

async function filled() {
  const log = await memorySubject.create();
  onTestFinished(() => log.drop());
  await fill(log.store);
  return log;
}

/** The archive with some of its methods replaced. */
const but = (archive: LogArchive, other: Partial<LogArchive>): LogArchive => ({
  isDense: archive.isDense ?? false,
  identity: () => archive.identity(),
  page: (after, limit) => archive.page(after, limit),
  heads: () => archive.heads(),
  commands: (after, limit) => archive.commands(after, limit),
  write: (events) => archive.write(events),
  writeCommands: (commands) => archive.writeCommands(commands),
  adopt: (storeId) => archive.adopt(storeId),
  close: () => archive.close(),
  ...other,
});

describe('an archive whose database goes away', () => {
  it('tells whoever reads slowly, and nobody else: no rejection is left unhandled', async () => {
    const { archive } = await filled();
    const gone = new EventStoreError('transient', 'the database went away');
    const failing = but(archive, {
      page: async (after) => {
        if (after !== null) throw gone;
        return { ...(await archive.page(null, 5)), atEnd: false };
      },
    });
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));

    const lines = exportLog(failing);
    // Head and first event: the next page is being read by now, and fails while these lines are consumed.
    await lines.next();
    await lines.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(
      (async () => {
        for await (const _ of lines);
      })(),
    ).rejects.toBe(gone);
    expect(unhandled).toEqual([]);
  });
});

describe('an archive in which commands are settled while it is exported', () => {
  it('leaves those of later events to a later export: the file is whole in itself', async () => {
    const { archive } = await filled();
    const later = { intentHash: 'h', outcome: null };
    const busy = but(archive, {
      commands: async (after, limit) => {
        if (after !== null) return archive.commands(after, limit);
        const beyond = { ...later, id: '!beyond', stream: 'box-0', version: 1_000n };
        const unheard = { ...later, id: '!unheard', stream: 'box-new', version: 0n };
        return [beyond, unheard, ...(await archive.commands(null, limit))];
      },
    });
    const lines = await exported(busy);
    expect(lines.filter((line) => line.includes('"id":"!'))).toEqual([]);
    const { fault, summary } = await verifyExport(given(lines), { trustedKeys: null });
    expect(fault).toBeNull();
    expect(summary.commands).toBe(21);
  });
});

describe('an archive whose heads are not those of what it lets be read', () => {
  it.each([
    ['behind', -1n],
    ['ahead', 1n],
  ])('%s is not sealed: no log could ever satisfy that seal', async (_, by) => {
    const { archive, store } = await filled();
    const unsteady = but(archive, {
      heads: async () => {
        const { events, heads } = await archive.heads();
        return { events: events + by, heads };
      },
    });
    const options = { store, signer: newSigner(), now: () => new Date() };
    expect(await sealLog({ ...options, archive: unsteady })).toBeNull();
    expect(await readLastSeal(store)).toBeNull();
    expect(await sealLog({ ...options, archive })).toMatchObject({ events: 36 });
  });
});

describe('an archive that another node seals meanwhile', () => {
  it('has one seal after another, each naming the one before it', async () => {
    const { archive, store } = await filled();
    const options = { store, signer: newSigner(), now: () => new Date() };
    let isFirst = true;
    const raced = but(archive, {
      heads: async () => {
        if (isFirst) {
          isFirst = false;
          await sealLog({ ...options, archive });
          await fill(store, { rounds: 1, prefix: 'more' });
        }
        return archive.heads();
      },
    });
    expect(await sealLog({ ...options, archive: raced })).toBeNull();
    expect(await sealLog({ ...options, archive: raced })).toMatchObject({ events: 46 });
    expect((await verifyLog(archive, { trustedKeys: null })).fault).toBeNull();
  });
});

describe('a log that was moved since its last seal', () => {
  it('is read anew from its beginning: a place of before means nothing here', async () => {
    const { archive, store } = await filled();
    const options = { store, signer: newSigner(), now: () => new Date() };
    await sealLog({ ...options, archive });
    await fill(store, { rounds: 1, prefix: 'more' });
    const identity = { ...(await archive.identity()), incarnation: crypto.randomUUID() };
    const place = (position: string, by: bigint): Position => String(BigInt(position) + by) as Position;
    const moved = but(archive, {
      isDense: false,
      identity: async () => identity,
      page: async (after, limit) => {
        const { events, next, atEnd } = await archive.page(after && place(after, -1_000n), limit);
        const here = events.map((event) => ({ ...event, position: place(event.position, 1_000n) }));
        return { events: here, next: next && place(next, 1_000n), atEnd };
      },
    });
    expect(await sealLog({ ...options, archive: moved })).toMatchObject({ events: 46, position: '1046' });
    expect((await verifyLog(moved, { trustedKeys: null })).fault).toBeNull();
  });
});
