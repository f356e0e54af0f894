import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEvents } from '../conformance/subject.ts';
import { canonicalContent, contentHash, genesisLink, isoFromMicros, link } from '../hash-chain.ts';
import type { Position } from '../port.ts';
import { createMemoryArchive, createMemoryEventStore } from '../memory/index.ts';
import { exported, fill, given, newSigner, wholeLog } from './archive-subject.fixture.ts';
import { readBrokenOffExport } from './export-log.ts';
import { importLog } from './import-log.ts';
import { writeEnd, writeEvent } from './log-lines.ts';
import { MAX_LINE_BYTES, readLines } from './read-lines.ts';
import { sealLog } from './seal-log.ts';
import { verifyExport } from './verify-export.ts';
import { verifyLog } from './verify-log.ts';
import { LogWalk } from './walk-log.ts';

const signer = newSigner();
const trusted = { trustedKeys: [signer.key] };
let lines: string[];
let unsealed: string[];

beforeAll(async () => {
  const store = createMemoryEventStore();
  const archive = createMemoryArchive(store);
  await fill(store);
  await sealLog({ archive, store, signer, now: () => new Date() });
  lines = await exported(archive, { signer });
  const plain = createMemoryEventStore();
  await fill(plain);
  unsealed = await exported(createMemoryArchive(plain));
});

type Json = { [key: string]: unknown };
const change = (index: number, edit: (line: Json) => Json) => (all: readonly string[]) =>
  all.map((line, place) =>
    place === (index + all.length) % all.length ? JSON.stringify(edit(JSON.parse(line) as Json)) : line,
  );
const event = (edit: (event: Json) => Json) => (line: Json) => ({
  ...line,
  event: edit(line['event'] as Json),
});
const swap = (a: number, b: number) => (all: readonly string[]) =>
  all.map((line, place) => all[place === a ? b : place === b ? a : place] ?? line);
const insert =
  (index: number, ...more: string[]) =>
  (all: readonly string[]) => [...all.slice(0, index), ...more, ...all.slice(index)];

/** Reads the file as a log; returns the error code or fault reason, and its line. */
async function verdict(all: readonly string[]): Promise<readonly [string, number | undefined]> {
  try {
    const { fault } = await verifyExport(given(all), trusted);
    return fault ? [fault.reason, fault.line] : ['whole', undefined];
  } catch (error) {
    const { code, line } = error as { code: string; line?: number };
    return [code, line];
  }
}

describe('a file that should hold a log', () => {
  it('is whole as it was exported', async () => {
    expect(await verdict(lines)).toEqual(['whole', undefined]);
    const { summary } = await verifyExport(given(lines), trusted);
    expect(summary).toMatchObject({ events: 37, seals: 1, sealedEvents: 37, commands: 21 });
  });

  // 1 head, 36 events, their seal, 21 commands, the end: 60 lines.
  it.each<[string, (all: readonly string[]) => readonly string[], string, number | undefined]>([
    ['empty', () => [], 'cut_off', 0],
    ['something else', () => ['<html>'], 'not_a_log', 1],
    ['other JSON', () => ['{"a":1}'], 'not_a_log', 1],
    ['a list', () => ['[]'], 'not_a_log', 1],
    ['of a later format', change(0, (head) => ({ ...head, format: 2 })), 'unknown_format', 1],
    ['without its head', (all) => all.slice(1), 'not_a_log', 1],
    ['with two heads', (all) => insert(5, all[0] ?? '')(all), 'out_of_place', 6],
    ['with a head of other fields', change(0, (head) => ({ ...head, storeId: 7 })), 'malformed_line', 1],
    ['cut between lines', (all) => all.slice(0, 20), 'cut_off', 20],
    ['cut within a line', (all) => [...all.slice(0, 20), all[20]?.slice(0, 50) ?? ''], 'not_json', 21],
    ['with an empty line', insert(9, ''), 'not_json', 10],
    ['with a line of an unknown kind', insert(9, '{"kind":"note"}'), 'malformed_line', 10],
    ['with a line named after the language', insert(9, '{"kind":"constructor"}'), 'malformed_line', 10],
    ['with more fields than there are', change(9, (line) => ({ ...line, more: 1 })), 'malformed_line', 10],
    ['with a link that is none', change(9, (line) => ({ ...line, link: 'x' })), 'malformed_line', 10],
    ['with a version that is none', change(9, (line) => ({ ...line, version: 1.5 })), 'malformed_line', 10],
    [
      'with a moment that is none',
      change(9, (line) => ({ ...line, recordedAt: 'yesterday' })),
      'link_changed',
      10,
    ],
    [
      'with an event id that is none',
      change(
        9,
        event((own) => ({ ...own, id: '1' })),
      ),
      'malformed_line',
      10,
    ],
    [
      'with a zero in a text',
      change(
        9,
        event((own) => ({ ...own, data: { a: '\0' } })),
      ),
      'malformed_line',
      10,
    ],
    [
      'with half a character',
      change(
        9,
        event((own) => ({ ...own, data: { a: '\ud800' } })),
      ),
      'malformed_line',
      10,
    ],
    [
      'nested beyond measure',
      (all) =>
        all.map((line, n) =>
          n === 9
            ? line.replace('"data":{', `"data":{"z":${'['.repeat(99_999)}${']'.repeat(99_999)},`)
            : line,
        ),
      'malformed_line',
      10,
    ],
    [
      'with a word changed',
      change(
        9,
        event((own) => ({ ...own, type: 'Other' })),
      ),
      'content_changed',
      10,
    ],
    [
      'with a hash changed',
      change(9, (line) => ({ ...line, contentHash: '0'.repeat(64) })),
      'content_changed',
      10,
    ],
    [
      'with a moment changed',
      change(9, (line) => ({ ...line, recordedAt: '2026-01-01T00:00:00.000000Z' })),
      'link_changed',
      10,
    ],
    ['with an event left out', (all) => all.toSpliced(9, 1), 'missing_version', 17],
    ['with two lines swapped', swap(9, 10), 'out_of_place', 11],
    [
      'with two lines swapped and their places too',
      (all) => {
        const [a = '', b = ''] = [all[1], all[2]];
        return all
          .with(1, b.replace('"position":"2"', '"position":"1"'))
          .with(2, a.replace('"position":"1"', '"position":"2"'));
      },
      'seal_differs',
      38,
    ],
    ['with a line twice', (all) => insert(9, all[9] ?? '')(all), 'out_of_place', 11],
    [
      'with an event after the commands',
      (all) => [...all.slice(0, 36), ...all.slice(37, 50), all[36] ?? '', ...all.slice(50)],
      'shorter_than_sealed',
      37,
    ],
    ['with commands out of order', swap(40, 41), 'out_of_place', 42],
    ['with a command left out', (all) => all.toSpliced(40, 1), 'counts_differ', 59],
    ['with an answer changed', change(40, (line) => ({ ...line, outcome: 'yes' })), 'counts_differ', 60],
    [
      'with a command beyond its stream',
      change(40, (line) => ({ ...line, version: 999 })),
      'malformed_line',
      41,
    ],
    ['with an end that counts otherwise', change(-1, (end) => ({ ...end, events: 3 })), 'counts_differ', 60],
    [
      'with a forged seal at its end',
      change(-1, (end) => ({ ...end, seal: { ...(end['seal'] as Json), at: '2020-01-01T00:00:00.000Z' } })),
      'seal_forged',
      60,
    ],
    ['with lines after its end', (all) => [...all, all[1] ?? ''], 'after_the_end', 61],
  ])('%s is told from a whole one', async (_, spoil, code, line) => {
    expect(await verdict(spoil(lines))).toEqual([code, line]);
  });

  it('whose tail was cut, with an end made to fit, shows by the seal that it lacks', async () => {
    const cut = unsealed.slice(0, 12);
    expect((await verdict(cut))[0]).toBe('cut_off');
    const { summary } = await verifyExport(given(unsealed), trusted);
    // A valid log without evidence of completeness: the summary shows how much is sealed.
    expect(summary).toMatchObject({ events: 36, sealedEvents: 0 });
  });

  it('leaves nothing in the target that does not verify', async () => {
    for (const spoil of [
      change(
        30,
        event((own) => ({ ...own, type: 'Other' })),
      ),
      (all: readonly string[]) => all.slice(0, 33),
      insert(20, 'not a line'),
      change(-1, (end) => ({ ...end, events: 3 })),
    ]) {
      const archive = createMemoryArchive(createMemoryEventStore());
      await expect(importLog(archive, given(spoil(lines)), trusted)).rejects.toMatchObject({
        name: 'ArchiveError',
      });
      expect((await verifyLog(archive, trusted)).fault).toBeNull();
    }
  });

  it('that gives two events one id is refused where it would be written', async () => {
    const [own] = newEvents(1);
    if (!own) throw new Error('no event');
    const walk = new LogWalk({ storeId: null, trustedKeys: null });
    const made = [unsealed[0] ?? ''];
    for (const stream of ['a', 'b']) {
      const content = contentHash(own);
      const twice = {
        ...own,
        stream,
        version: 0n,
        position: String(walk.events + 1) as Position,
        recordedAt: isoFromMicros(0n),
        contentHash: content,
        link: link(genesisLink(stream), 0n, 0n, content),
      };
      walk.take(twice);
      made.push(writeEvent(twice, canonicalContent(own)).trimEnd());
    }
    const { events, streams, root, order } = walk.state();
    const commandsHash = createHash('sha256').digest('hex');
    made.push(
      writeEnd({
        events,
        withheld: 0,
        streams,
        commands: 0,
        root,
        order,
        commandsHash,
        seal: null,
      }).trimEnd(),
    );
    const archive = createMemoryArchive(createMemoryEventStore());
    await expect(importLog(archive, given(made), trusted)).rejects.toMatchObject({ code: 'refused' });
    expect(await wholeLog(archive)).toEqual([]);
  });

  it('is not resumed when what is there does not verify', async () => {
    const spoilt = change(
      9,
      event((own) => ({ ...own, type: 'Other' })),
    )(lines).slice(0, 20);
    await expect(readBrokenOffExport(given(spoilt))).rejects.toMatchObject({ code: 'broken', line: 10 });
    await expect(readBrokenOffExport(given([]))).rejects.toMatchObject({ code: 'not_a_log' });
  });
});

describe('lines', () => {
  const read = async (
    chunks: readonly Uint8Array[],
    options?: Parameters<typeof readLines>[1],
  ): Promise<string[]> => {
    const all: string[] = [];
    for await (const line of readLines(Readable.from(chunks), options)) all.push(line);
    return all;
  };
  const bytes = (text: string): Buffer => Buffer.from(text);

  it('are found wherever the chunks end', async () => {
    const text = 'uno\ndós 🦉\n\ntres\n';
    for (const size of [1, 2, 3, 5, 100]) {
      const chunks = Array.from({ length: Math.ceil(bytes(text).length / size) }, (_, n) =>
        bytes(text).subarray(n * size, (n + 1) * size),
      );
      expect(await read(chunks)).toEqual(['uno', 'dós 🦉', '', 'tres']);
    }
    expect(await read([])).toEqual([]);
  });

  it('that lack their end are a cut file, unless somebody means to go on with it', async () => {
    await expect(read([bytes('uno\ndo')])).rejects.toMatchObject({ code: 'cut_off', line: 2 });
    expect(await read([bytes('uno\ndo')], { dropCut: true })).toEqual(['uno']);
    // Cut inside a UTF-8 character.
    expect(await read([bytes('uno\ndós').subarray(0, 6)], { dropCut: true })).toEqual(['uno']);
  });

  it('that are not UTF-8 are refused', async () => {
    await expect(read([bytes('uno\n'), Buffer.from([0xc3, 0x28, 0x0a])])).rejects.toMatchObject({
      code: 'not_utf8',
      line: 2,
    });
  });

  it('of endless length are given up before they fill the memory', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield bytes('uno\n');
      for (;;) {
        given++;
        yield Buffer.alloc(65_536, 0x61);
      }
    }
    await expect(
      (async () => {
        for await (const _ of readLines(endless()));
      })(),
    ).rejects.toMatchObject({ code: 'line_too_long', line: 2 });
    expect(given).toBeLessThanOrEqual(MAX_LINE_BYTES / 65_536 + 1);
    const long = bytes(`${'a'.repeat(MAX_LINE_BYTES + 1)}\n`);
    await expect(read([long])).rejects.toMatchObject({ code: 'line_too_long', line: 1 });
  });
});
