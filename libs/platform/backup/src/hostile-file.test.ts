import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupContent } from './backup-content.ts';
import { deriveKeys, sealOf } from './derive-keys.ts';
import { encodeHeader, PREAMBLE_BYTES, SEAL_BYTES } from './file-header.ts';
import { encodeFrame } from './frames.ts';
import type { ReadLog } from './log-part.ts';
import { openBackup } from './open-backup.ts';
import { readParts } from './read-parts.ts';
import { SEALED_CHUNK_BYTES } from './sealed-chunks.ts';
import { countRows } from './table-rows.ts';
import { writeBackupFile } from './write-backup-file.ts';

const passphrase = 'nueve gatos y un faro';
/** The lowest accepted cost: these tests are not about the cost of guessing. */
const cost = 14;
/** Incompressible, so that the file has several chunks. */
const noise = randomBytes(400_000);

let folder: string;
let whole: Buffer;
/** Offset of the first sealed chunk. */
let body: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-test-backup-'));
  await writeBackupFile({ file: at('whole'), passphrase, cost }, frames());
  whole = await readFile(at('whole'));
  body = PREAMBLE_BYTES + whole.readUInt16BE(10) + SEAL_BYTES;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const digest = '0'.repeat(64);
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const about = encodeFrame('about', json({ createdAt: '2026-11-20T00:00:00Z', storeId: 's', migrations: [] }));
const begin = (part: unknown): Buffer => encodeFrame('begin', json(part));

const readLog: ReadLog = async (content) => {
  let bytes = 0;
  for await (const piece of content) bytes += piece.length;
  return { events: bytes, streams: 1, root: digest, order: digest };
};

/** A backup of a log alone, made like a real one. */
async function* frames(): AsyncGenerator<Buffer> {
  const log = {
    storeId: 's',
    async *content(tell: (summary: Awaited<ReturnType<ReadLog>>) => void) {
      yield noise;
      tell({ events: noise.length, streams: 1, root: digest, order: digest });
    },
  };
  const client = {
    query: async (text: string) => ({ rows: text.includes('to_regclass') ? [{ there: false }] : [] }),
  };
  const options = { log, schemas: [], files: { folder, paths: ['files'] } };
  yield* new BackupContent(client as never, options).frames();
}

async function check(name: string, words = passphrase): Promise<number> {
  const backup = await openBackup(at(name), words);
  try {
    const drain = async (_: string, content: AsyncIterable<Buffer>): Promise<void> =>
      void (await readLog(content));
    const reader = { log: readLog, table: countRows, file: drain };
    return (await readParts(backup.frames(), reader)).manifest.log.events;
  } finally {
    await backup.close();
  }
}

const chunk = (number: number): Buffer =>
  whole.subarray(body + number * SEALED_CHUNK_BYTES, body + (number + 1) * SEALED_CHUNK_BYTES);
const flipped = (place: number): Buffer => {
  const copy = Buffer.from(whole);
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
  return copy;
};
const headOf = (file: Buffer): Buffer => file.subarray(0, body);

describe('a whole file', () => {
  it('is read by whoever knows the passphrase, however the terminal writes its accents', async () => {
    expect(await check('whole')).toBe(noise.length);
    await writeBackupFile({ file: at('accents'), passphrase: 'ceñida canción\u0301', cost }, frames());
    expect(await check('accents', 'cen\u0303ida canción\u0301'.normalize('NFD'))).toBe(noise.length);
  });

  it('belongs to its owner alone', async () => {
    expect((await stat(at('whole'))).mode & 0o777).toBe(0o600);
  });

  it('shows nothing of its content, not even twice the same', async () => {
    await writeBackupFile({ file: at('again'), passphrase, cost }, frames());
    const again = await readFile(at('again'));
    expect(again.subarray(body).equals(whole.subarray(body))).toBe(false);
    expect(whole.includes(noise.subarray(0, 16))).toBe(false);
  });
});

describe('a file that is not what was written', () => {
  it.each<[string, string, () => Buffer]>([
    ['nothing at all', 'not_a_backup', () => Buffer.alloc(0)],
    ['another file', 'not_a_backup', () => Buffer.from('{"hola": "mundo", "y": "más"}')],
    ['the first bytes', 'not_a_backup', () => whole.subarray(0, 9)],
    [
      'a later format',
      'unknown_version',
      () => Buffer.concat([whole.subarray(0, 8), Buffer.from([0, 2]), whole.subarray(10)]),
    ],
    ['half a header', 'altered', () => whole.subarray(0, PREAMBLE_BYTES + 20)],
    ['a header without its seal', 'truncated', () => whole.subarray(0, body - 1)],
    ['a header of another salt', 'wrong_passphrase', () => otherSalt()],
    ['a changed seal', 'wrong_passphrase', () => flipped(body - 1)],
    ['the header alone', 'altered', () => headOf(whole)],
    ['without its last chunk', 'truncated', () => whole.subarray(0, body + 2 * SEALED_CHUNK_BYTES)],
    ['cut inside a chunk', 'altered', () => whole.subarray(0, body + SEALED_CHUNK_BYTES + 100)],
    ['without its last byte', 'altered', () => whole.subarray(0, -1)],
    ['one byte more', 'altered', () => Buffer.concat([whole, Buffer.from([0])])],
    ['followed by itself', 'altered', () => Buffer.concat([whole, whole])],
    [
      'a last chunk of its own appended',
      'altered',
      () => Buffer.concat([whole, whole.subarray(body + 6 * SEALED_CHUNK_BYTES)]),
    ],
    ['one bit changed in the first chunk', 'altered', () => flipped(body + 7)],
    ['one bit changed in the last tag', 'altered', () => flipped(whole.length - 1)],
    [
      'two chunks exchanged',
      'altered',
      () => Buffer.concat([headOf(whole), chunk(1), chunk(0), whole.subarray(body + 2 * SEALED_CHUNK_BYTES)]),
    ],
    ['a chunk twice', 'altered', () => Buffer.concat([headOf(whole), chunk(0), whole.subarray(body)])],
    [
      'a chunk left out',
      'altered',
      () => Buffer.concat([headOf(whole), whole.subarray(body + SEALED_CHUNK_BYTES)]),
    ],
  ])('%s is refused: %s', async (_, code, make) => {
    await writeFile(at('hostile'), make());
    await expect(check('hostile')).rejects.toMatchObject({ code });
  });

  it.each<[string, object]>([
    ['work without end', { cost: 40 }],
    ['hardly any work', { cost: 1 }],
    ['another cipher', { cipher: 'rot13' }],
    ['fields of its own', { extra: true }],
  ])('a header that asks for %s is refused before a key is derived', async (_, change) => {
    const header = { ...JSON.parse(whole.subarray(PREAMBLE_BYTES, body - SEAL_BYTES).toString()), ...change };
    await writeFile(at('hostile'), withHeader(json(header)));
    await expect(check('hostile')).rejects.toMatchObject({ code: 'altered' });
  });

  it('the chunks of another file under the same passphrase are refused', async () => {
    await writeBackupFile({ file: at('other'), passphrase, cost }, frames());
    const other = await readFile(at('other'));
    await writeFile(at('hostile'), Buffer.concat([headOf(other), whole.subarray(body)]));
    await expect(check('hostile')).rejects.toMatchObject({ code: 'altered' });
  });

  it('a header that was sealed anew by who knows the passphrase does not open the chunks of another', async () => {
    const salt = Buffer.from(
      JSON.parse(whole.subarray(PREAMBLE_BYTES, body - SEAL_BYTES).toString()).salt,
      'base64',
    );
    const header = encodeHeader(salt, 15);
    const seal = sealOf(header, await deriveKeys(passphrase, salt, 15));
    await writeFile(at('hostile'), Buffer.concat([header, seal, whole.subarray(body)]));
    await expect(check('hostile')).rejects.toMatchObject({ code: 'altered' });
  });

  it('a wrong passphrase is told from a broken file', async () => {
    await expect(check('whole', 'nueve gatos y un farol')).rejects.toMatchObject({
      code: 'wrong_passphrase',
    });
  });

  it('a missing file or a folder is said to be one', async () => {
    await expect(check('nowhere')).rejects.toMatchObject({
      code: 'unreadable',
      values: { reason: 'ENOENT' },
    });
    await expect(check('.')).rejects.toMatchObject({ code: 'unreadable', values: { reason: 'EISDIR' } });
  });
});

function otherSalt(): Buffer {
  const header: { salt: string } = JSON.parse(whole.subarray(PREAMBLE_BYTES, body - SEAL_BYTES).toString());
  return withHeader(json({ ...header, salt: Buffer.alloc(32, 7).toString('base64') }));
}

function withHeader(header: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(header.length);
  return Buffer.concat([whole.subarray(0, 10), length, header, whole.subarray(body - SEAL_BYTES)]);
}

describe('a content that was sealed and yet is no backup', () => {
  const end = (bytes: number, sha256 = digest): Buffer => encodeFrame('end', json({ bytes, sha256 }));
  const file = (path: string): Buffer => Buffer.concat([begin({ kind: 'file', path }), end(0, EMPTY)]);
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const log = Buffer.concat([begin({ kind: 'log' }), end(0, EMPTY)]);
  const manifest = (changes: object = {}): Buffer =>
    encodeFrame(
      'manifest',
      json({
        log: { events: 0, streams: 1, root: digest, order: digest, sha256: EMPTY },
        tables: [],
        sequences: {},
        files: { count: 0, bytes: 0, sha256: EMPTY },
        ...changes,
      }),
    );
  const row = json(['1', 'x', 'y']);
  const table = (columns: readonly string[]): Buffer =>
    Buffer.concat([
      begin({ kind: 'table', schema: 'vault', name: 't', columns }),
      encodeFrame('data', row),
      end(0),
    ]);

  let number = 0;
  const made = async (...pieces: readonly Buffer[]): Promise<number> => {
    const name = `made-${++number}`;
    await writeBackupFile(
      { file: at(name), passphrase, cost },
      (async function* () {
        yield* pieces;
      })(),
    );
    return check(name);
  };

  it('passes when it is one', async () => {
    expect(await made(about, log, manifest())).toBe(0);
  });

  it.each<[string, readonly Buffer[]]>([
    ['nothing', []],
    ['no description', [log, manifest()]],
    ['no manifest', [about, log]],
    ['something after the manifest', [about, log, manifest(), log]],
    ['a second description', [about, about, log, manifest()]],
    ['data outside of a part', [about, encodeFrame('data', row), log, manifest()]],
    ['a part inside a part', [about, begin({ kind: 'log' }), log, manifest()]],
    ['a part without an end', [about, begin({ kind: 'log' }), manifest()]],
    ['an unknown part', [about, begin({ kind: 'secret' }), end(0, EMPTY), manifest()]],
    ['half a frame', [about, log, manifest().subarray(0, -3)]],
    ['an unknown frame', [about, log, Buffer.from([9, 0, 0, 0, 0]), manifest()]],
    ['a frame of four gigabytes', [about, Buffer.from([2, 255, 255, 255, 255])]],
    [
      'a digest that is not its content’s, though the manifest agrees with it',
      [
        about,
        begin({ kind: 'log' }),
        end(0, digest),
        manifest({ log: { events: 0, streams: 1, root: digest, order: digest, sha256: digest } }),
      ],
    ],
    ['a length that is not its content’s', [about, begin({ kind: 'log' }), end(1, EMPTY), manifest()]],
    [
      'a manifest of more events',
      [about, log, manifest({ log: { events: 1, streams: 1, root: digest, order: digest, sha256: EMPTY } })],
    ],
    [
      'a manifest of another root',
      [
        about,
        log,
        manifest({ log: { events: 0, streams: 1, root: 'f'.repeat(64), order: digest, sha256: EMPTY } }),
      ],
    ],
    [
      'a table that the manifest lacks',
      [
        about,
        log,
        begin({ kind: 'table', schema: 'v', name: 't', columns: ['a'] }),
        end(0, EMPTY),
        manifest(),
      ],
    ],
    [
      'a table that only the manifest has',
      [about, log, manifest({ tables: [{ schema: 'v', name: 't', rows: 0, sha256: EMPTY }] })],
    ],
    ['a row of another width', [about, log, table(['a']), manifest()]],
    ['a file that the manifest lacks', [about, log, file('a'), manifest()]],
    ['no log', [about, manifest()]],
  ])('%s: refused', async (_, pieces) => {
    await expect(made(...pieces)).rejects.toMatchObject({ code: 'inconsistent' });
  });

  it.each(['../a', '/etc/passwd', 'a/../../b', 'a//b', './a', 'a\\b', 'a\0b', '..'])(
    'a file that would lie outside of its folder (%j) is refused',
    async (path) => {
      // Refused for its path, not because the manifest lacks it.
      await expect(made(about, log, file(path), manifest())).rejects.toMatchObject({
        code: 'inconsistent',
        values: { part: path },
      });
    },
  );
});

describe('writing', () => {
  it.each(['corta', '           ', 'once letras'])('wants a longer passphrase than %j', async (short) => {
    await expect(
      writeBackupFile({ file: at('never'), passphrase: short, cost }, frames()),
    ).rejects.toMatchObject({
      code: 'passphrase_short',
    });
  });

  it('replaces nothing', async () => {
    await writeFile(at('taken'), 'mine');
    await expect(writeBackupFile({ file: at('taken'), passphrase, cost }, frames())).rejects.toMatchObject({
      code: 'target_exists',
    });
    expect(await readFile(at('taken'), 'utf8')).toBe('mine');
  });

  it('replaces nothing that came while it was written', async () => {
    const slow = async function* (): AsyncGenerator<Buffer> {
      yield* frames();
      await writeFile(at('taken-late'), 'mine');
    };
    await expect(writeBackupFile({ file: at('taken-late'), passphrase, cost }, slow())).rejects.toMatchObject(
      {
        code: 'target_exists',
      },
    );
    expect(await readFile(at('taken-late'), 'utf8')).toBe('mine');
  });

  it.each([
    ['a full disk', 'ENOSPC', { code: 'disk_full' }],
    ['a quota', 'EDQUOT', { code: 'disk_full' }],
    ['a broken connection', 'ECONNRESET', { message: 'away' }],
  ])('leaves nothing behind after %s', async (_, code, seen) => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield about;
      yield encodeFrame('data', noise);
      throw Object.assign(new Error('away'), { code });
    };
    const before = await readdir(folder);
    await expect(writeBackupFile({ file: at('broken'), passphrase, cost }, broken())).rejects.toMatchObject(
      seen,
    );
    expect(await readdir(folder)).toEqual(before);
  });

  it('says where it cannot write', async () => {
    await expect(
      writeBackupFile({ file: at('no/such/folder/b'), passphrase, cost }, frames()),
    ).rejects.toMatchObject({ code: 'not_writable', values: { reason: 'ENOENT' } });
  });
});
