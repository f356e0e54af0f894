import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLog } from '@cotejo/event-store/archive';
import { createMemoryArchive, createMemoryEventStore } from '@cotejo/event-store/memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogWitness } from './log-witness.ts';
import { readWitnessed, WITNESS_FILES, WitnessFile } from './witness-file.ts';

let folder: string;
const open: LogWitness[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-witness-'));
});
afterEach(async () => {
  for (const witness of open.splice(0)) await witness.stop();
  await rm(folder, { recursive: true });
});

async function given(store = createMemoryEventStore()) {
  const { storeId } = await store.identity();
  const log = { warn: vi.fn(), error: vi.fn() };
  const onEvents = vi.fn();
  const witness = async (logWitnessDir?: string): Promise<LogWitness> => {
    const made = new LogWitness({ store, place: { dataDir: folder, logWitnessDir }, onEvents, log });
    open.push(made);
    await made.start();
    return made;
  };
  const note = (stream = 'box') =>
    store.append({
      stream,
      expected: 'any',
      events: [
        {
          id: randomUUID(),
          type: 'Noted',
          schemaVersion: 1,
          data: {},
          meta: { actor: 'test', at: '2026-03-01T12:00:00.000Z' },
        },
      ],
    });
  const seen = () => readWitnessed(join(folder, 'witness'), storeId);
  const versions = async () => (await seen()).map(({ stream, version }) => `${stream} ${version}`);
  return { store, storeId, log, onEvents, witness, note, seen, versions };
}

const seenAt = (version: number, link = 'a'.repeat(64)) => ({
  position: String(version + 1),
  stream: 'box',
  version,
  link,
});

describe('the witness of the log', () => {
  it('writes down every event that it sees, outside of the database, for its owner alone', async () => {
    const { store, witness, note, seen, versions, onEvents } = await given();
    await note();
    const running = await witness();
    await note();
    await note('other');
    await running.caughtUp();
    expect(await versions()).toEqual(['box 0', 'box 1', 'other 0']);
    expect((await seen()).at(-1)?.link).toBe((await store.head('other'))?.link);
    expect(onEvents).toHaveBeenCalled();
    const archive = createMemoryArchive(store);
    const { fault } = await verifyLog(archive, { trustedKeys: [], witnessed: await seen() });
    expect(fault).toBeNull();
  });

  it('goes on where it stopped', async () => {
    const { witness, note, versions } = await given();
    await note();
    const first = await witness();
    await first.caughtUp();
    await first.stop();
    await note();
    await (await witness()).caughtUp();
    expect(await versions()).toEqual(['box 0', 'box 1']);
  });

  it('names the cut when a log ends before what it saw, and says so at the start of a server', async () => {
    const whole = await given();
    const running = await whole.witness();
    for (let n = 0; n < 5; n++) await whole.note();
    await running.caughtUp();
    const cut = createMemoryEventStore();
    const { storeId } = await cut.identity();
    await new WitnessFile(join(folder, 'witness'), storeId).append(
      (await whole.seen()).map(
        ({ incarnation: _, ...line }: { incarnation?: string } & ReturnType<typeof seenAt>) => line,
      ),
    );
    const after = await given(cut);
    await after.witness();
    expect(after.log.error).toHaveBeenCalledOnce();
    const { fault } = await verifyLog(createMemoryArchive(cut), {
      trustedKeys: [],
      witnessed: await after.seen(),
    });
    expect(fault).toMatchObject({
      reason: 'shorter_than_witnessed',
      ends: '0',
      witnessed: '5',
      missing: 5,
    });
  });

  it('lies where the installation says, and goes on when it could not be written for a while', async () => {
    const { witness, note, storeId, log } = await given();
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, 'a file where the folder should be');
    const running = await witness(elsewhere);
    await note();
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce());
    await rm(elsewhere);
    await running.caughtUp();
    expect(await readWitnessed(elsewhere, storeId)).toHaveLength(1);
  });
});

describe('the files of the witness', () => {
  it('pass over a line that was cut off, and lose no line after it', async () => {
    const file = new WitnessFile(folder, 'log');
    await file.append([seenAt(0)]);
    await appendFile(join(folder, 'log.ndjson'), '{"position":"2","stre');
    await file.append([seenAt(1)]);
    expect((await file.read()).map(({ version }) => version)).toEqual([0, 1]);
  });

  it('take no more room than is theirs, keep the newest, and are written by two nodes at once', async () => {
    const [one, two] = [new WitnessFile(folder, 'log', 2_000), new WitnessFile(folder, 'log', 2_000)];
    await new WitnessFile(folder, 'another').append([seenAt(7)]);
    for (let version = 0; version < 100; version++)
      await Promise.all([one.append([seenAt(version)]), two.append([seenAt(version)])]);
    const names = (await readdir(folder)).filter((name) => name.startsWith('log.'));
    expect(names.length).toBeLessThanOrEqual(WITNESS_FILES);
    const sizes = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).length));
    expect(Math.max(...sizes)).toBeLessThan(3_000);
    const versions = new Set((await one.read()).map(({ version }) => version));
    expect(versions).toContain(99);
    // Each file holds eight events from both nodes.
    expect(versions.size).toBeGreaterThan(5);
    expect((await new WitnessFile(folder, 'another').read()).length).toBe(1);
  });
});
