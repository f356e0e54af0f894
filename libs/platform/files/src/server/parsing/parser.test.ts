import { fork } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@cotejo/http/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Misbehaviour } from './misbehaving-process.fixture.ts';
import { Parser, parserEntry, type ParserLimits } from './index.ts';

const limits: ParserLimits = { seconds: 60, heapMegabytes: 64, outputMegabytes: 1, items: 1_000 };
const entry = parserEntry('misbehaving-process.fixture', import.meta.url);
const parsers: Parser<Misbehaviour, string, number>[] = [];
const parserOf = (options: { processes?: number; waiting?: number } = {}) => {
  const parser = new Parser<Misbehaviour, string, number>({ entry, limits, processes: 1, ...options });
  parsers.push(parser);
  return parser;
};
afterEach(async () => {
  await Promise.all(parsers.splice(0).map((parser) => parser.close()));
});

const count = (rows: number, part = 100, width = 1): Misbehaviour => ({ does: 'count', rows, part, width });

async function refusalOf(run: Promise<unknown>): Promise<Refusal> {
  const thrown: unknown = await run.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof Refusal) return thrown;
  throw thrown instanceof Error ? thrown : new Error('it was read');
}

/** Counts turns of the event loop while a promise is pending. */
async function turnsDuring(run: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const over = run.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await over;
  return turns;
}

describe('what a parser reads', () => {
  it('arrives in its order, part by part, a turn of the event loop apart', async () => {
    const parser = parserOf();
    const parts: number[] = [];
    const rows: string[] = [];
    let turn = 0;
    const turns: number[] = [];
    let isOver = false;
    const clock = (async () => {
      while (!isOver) {
        await new Promise(setImmediate);
        turn += 1;
      }
    })();
    const take = (part: readonly string[]) => {
      parts.push(part.length);
      rows.push(...part);
      turns.push(turn);
    };
    expect(await parser.run(count(250), { take })).toBe(250);
    isOver = true;
    await clock;
    expect(parts).toEqual([100, 100, 50]);
    expect(rows.map(Number)).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect(new Set(turns).size).toBe(3);
  });

  it('is bytes as well as words', async () => {
    const bytes = new Uint8Array(1_000_000);
    expect(await parserOf().run({ does: 'measure', bytes })).toBe(1_000_000);
  });

  it('is given up by its process alone when nobody is left to end it', async () => {
    const child = fork(fileURLToPath(entry), { env: {}, serialization: 'advanced' });
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    child.send({ kind: 'begin', input: { does: 'spin' }, limits: { ...limits, seconds: -4 } });
    expect(await ended).toBe('SIGKILL');
  });

  it.runIf(process.platform === 'linux')('is read behind the server', async () => {
    const before = getPriority(0);
    expect(await parserOf().run({ does: 'tell its priority' })).toBe(10);
    expect(getPriority(0)).toBe(before);
  });

  it('is refused in the words of the parser', async () => {
    const refusal = await refusalOf(parserOf().run({ does: 'refuse' }));
    expect([refusal.catalogue.namespace, refusal.code, refusal.status]).toEqual(['files', 'file_empty', 422]);
    expect(refusal.options).toEqual({ params: { most: 3 }, details: { line: 7 } });
  });

  it.each(['fail', 'exit'] as const)('is no refusal when the code is at fault: %s', async (does) => {
    const parser = parserOf();
    const thrown = await parser.run({ does }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(Refusal);
    expect(await parser.run(count(1))).toBe(1);
  });
});

describe('a limit that is met is named, the server goes on, and the next run is as good as the first', () => {
  it.each<[string, Misbehaviour, Partial<ParserLimits>, string, object]>([
    ['time', { does: 'spin' }, { seconds: 1 }, 'parser_slow', { seconds: 1 }],
    ['memory', { does: 'hoard' }, {}, 'parser_memory', { megabytes: 64 }],
    ['the length of a text', { does: 'grow a string' }, {}, 'parser_memory', { megabytes: 64 }],
    ['the stack', { does: 'recurse' }, {}, 'parser_memory', { megabytes: 64 }],
    ['rows', count(1_001), {}, 'parser_items', { most: 1_000 }],
    ['bytes of the rows', count(1_000, 100, 2_000), {}, 'parser_output', { megabytes: 1 }],
  ])('%s', async (_, input, less, code, params) => {
    const parser = parserOf();
    const run = refusalOf(parser.run(input, { limits: less }));
    const turns = await turnsDuring(run);
    // The others may be over before a busy machine lets the event loop turn.
    if (input.does === 'spin' || input.does === 'hoard') expect(turns).toBeGreaterThan(10);
    const refusal = await run;
    expect([refusal.code, refusal.status, refusal.options.params]).toEqual([code, 422, params]);
    expect(await parser.run(count(1_000))).toBe(1_000);
  });
});

describe('runs at the same time', () => {
  it('are as many as there are processes; others wait, and too many are refused at once', async () => {
    const parser = parserOf({ processes: 1, waiting: 2 });
    const ended: number[] = [];
    const runs = [1, 2, 3].map(async (n) => {
      await parser.run(count(n));
      ended.push(n);
    });
    expect(await refusalOf(parser.run(count(4)))).toMatchObject({ code: 'parser_busy', status: 503 });
    await Promise.all(runs);
    expect(ended).toEqual([1, 2, 3]);
    expect(await parser.run(count(5))).toBe(5);
  });

  it('do not wait for one that is slow', async () => {
    const parser = parserOf({ processes: 2 });
    let isSlowOver = false;
    const slow = parser.run({ does: 'spin' }).catch(() => (isSlowOver = true));
    expect(await parser.run(count(7))).toBe(7);
    expect(isSlowOver).toBe(false);
    await parser.close();
    await slow;
  });

  it('fail when the parser is closed', async () => {
    const parser = parserOf();
    const run = parser.run({ does: 'spin' });
    const thrown = run.catch((error: unknown) => error);
    await new Promise(setImmediate);
    await parser.close();
    expect(await thrown).toMatchObject({ message: 'a parser ended without an answer' });
  });
});
