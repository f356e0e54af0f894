import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { withConnection } from '@cotejo/database';
import { sealSchema } from '@cotejo/event-store/archive';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClosingStack } from '../../configuration/closing-stack.ts';
import { readConfiguration } from '../../configuration/configuration.ts';
import { createLogger } from '../../configuration/logger.ts';
import { openContexts, type Contexts } from '../../contexts.ts';
import { seedDemoAccount } from '../../demo/seed-demo-account.ts';
import { openFoundation, type Foundation } from '../../foundation.ts';
import { startSealing } from '../../seals/start-sealing.ts';
import { UsageError, type CommandContext } from '../command.ts';
import { importCatalogue } from '../import-catalogue.ts';
import { log } from '../log.ts';

let database: TestDatabase;
let folder: string;
let foundation: Foundation;
let contexts: Contexts;
let said: string[] = [];
const closing = new ClosingStack((_, error) => {
  throw error;
});

const at = (name: string): string => join(folder, name);
const text = (): string => said.join('\n');
const say = (line: string): void => void said.push(line);

function contextWith(more: Partial<CommandContext> = {}): CommandContext {
  const never = (): Promise<never> => Promise.reject(new Error('the log needs nothing but its store'));
  return {
    say,
    complain: say,
    foundation: never,
    contexts: never,
    signal: new AbortController().signal,
    mostImportedItems: 100,
    ...more,
  };
}

function environment(base: TestDatabase, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: base.appUrl,
    DATABASE_OWNER_URL: base.ownerUrl,
    DATA_DIR: at(dataDir),
    LOG_SIGNING_KEY_FILE: '',
  };
}

async function runIn(env: Readonly<Record<string, string>>, ...args: string[]): Promise<number> {
  said = [];
  for (const [name, value] of Object.entries({ LC_ALL: 'es_CO.UTF-8', ...env })) vi.stubEnv(name, value);
  return log.run(args, contextWith());
}
const run = (...args: string[]): Promise<number> => runIn(environment(database, 'data'), ...args);
const note = (stream: string) =>
  foundation.store.append({
    stream,
    expected: 'any',
    events: [
      {
        id: randomUUID(),
        type: 'Noted',
        schemaVersion: 1,
        data: {},
        meta: { actor: 'test', at: '2026-01-01T00:00:00.000Z' },
      },
    ],
  });
const fingerprint = async (): Promise<string> => {
  await run('public-key');
  return /Huella: ([0-9a-f]{64})/.exec(text())?.[1] ?? '';
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-log-'));
  database = await testDatabase();
  const env = environment(database, 'data');
  const read = readConfiguration({ NODE_ENV: 'test', ...env });
  if (!read.ok) throw new Error(read.variables.join());
  const { configuration } = read;
  const logger = createLogger(configuration, new Writable({ write: (_chunk, _encoding, done) => done() }));
  foundation = await openFoundation({ configuration, log: logger, say, closing });
  contexts = await openContexts({ foundation, log: logger, closing });
  await seedDemoAccount(foundation.access);
  await startSealing({ foundation, configuration, log: logger, closing });
  const catalogue = at('catalogue.json');
  await writeFile(catalogue, JSON.stringify(sampleCatalogue));
  const opened = { foundation: async () => foundation, contexts: async () => contexts };
  await importCatalogue.run(['oscal', catalogue, '--audit', 'Pagos'], contextWith(opened));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await closing.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('npm run log', () => {
  it('has made a key that nobody else may read, trusts it, and seals the log beside the running server', async () => {
    const key = at('data/keys/log-signing.pem');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(await run('seal')).toBe(0);
    expect(await run('seal')).toBe(0);
    expect(text()).toContain('nada nuevo');
    const own = await fingerprint();
    expect(text()).toContain('BEGIN PUBLIC KEY');
    expect((await readFile(at('data/keys/trusted-log-keys.txt'), 'utf8')).trim()).toBe(own);
    const { storeId } = await foundation.store.identity();
    const copies = (await readFile(at(`data/seals/${storeId}.ndjson`), 'utf8')).trim().split('\n');
    expect(copies.map((line) => sealSchema.parse(JSON.parse(line)).key)).toContain(own);
    expect(await run('verify')).toBe(0);
    expect(text()).toContain('íntegro');
    expect(text()).toContain(own);
  });

  it('tells to which version the link belongs that a file of a history names, and that another belongs to none', async () => {
    const [stream, version] = ['box-linked', 0n];
    await note(stream);
    let link = '';
    for await (const event of foundation.store.read(stream, { from: version, to: version }))
      link = event.link;
    expect(await run('verify', '--link', link.toUpperCase())).toBe(0);
    expect(text()).toContain(`es la versión 1 de ${stream}`);
    expect(
      await run(
        'verify',
        '--link',
        link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
    ).toBe(1);
    expect(text()).toContain('Ninguna versión del registro tiene ese sello');
  });

  it('still verifies after a body of the vault was redacted', async () => {
    const where = 'where ref = (select ref from vault.text_body where body is not null order by ref limit 1)';
    await withConnection(database.ownerUrl, (client) =>
      client.query(`update vault.text_body set body = null, salt = null, redacted_at = now() ${where}`),
    );
    expect(await run('verify')).toBe(0);
    expect(await run('export', at('redacted.ndjson'))).toBe(0);
    expect(
      await runIn(
        environment(database, 'nowhere'),
        'verify',
        at('redacted.ndjson'),
        '--key',
        await fingerprint(),
      ),
    ).toBe(0);
  });

  it('exports what can be verified with the file and the public key alone, packed or not', async () => {
    const pem = at('public.pem');
    await run('public-key');
    await writeFile(pem, text().replace(/Huella.*/s, ''));
    for (const name of ['log.ndjson', 'log.ndjson.gz']) {
      expect(await run('export', at(name))).toBe(0);
      for (const key of [pem, await fingerprint()]) {
        expect(await runIn(environment(database, 'nowhere'), 'verify', at(name), '--key', key)).toBe(0);
      }
      expect(await runIn(environment(database, 'nowhere'), 'verify', at(name))).toBe(1);
      expect(text()).toContain('[key_not_trusted]');
      await expect(run('export', at(name))).rejects.toThrow(UsageError);
    }
    const plain = await readFile(at('log.ndjson'));
    // The hash of an event covers its exact bytes in the file.
    const line = plain.toString().split('\n')[1] ?? '';
    const bytes = line.slice(line.indexOf('"event":') + '"event":'.length, -1);
    expect(line).toContain(createHash('sha256').update(bytes).digest('hex'));
    expect(
      gunzipSync(await readFile(at('log.ndjson.gz')))
        .toString()
        .split('\n')
        .slice(1, -3),
    ).toEqual(plain.toString().split('\n').slice(1, -3));
  });

  it.each(['plain.ndjson', 'packed.ndjson.gz'])(
    'goes on with an export that was broken off: %s',
    async (name) => {
      expect(await run('export', at(`whole-${name}`))).toBe(0);
      const bytes = await readFile(at(`whole-${name}`));
      const cut = at(`${name}.part`);
      await writeFile(cut, bytes);
      await truncate(cut, Math.floor(bytes.length / 2));
      await expect(run('export', at(name))).rejects.toThrow(/--resume/);
      expect(await run('export', at(name), '--resume')).toBe(0);
      expect(await run('verify', at(name))).toBe(0);
      const unpacked = async (file: string) => {
        const content = await readFile(file);
        return (name.endsWith('.gz') ? gunzipSync(content) : content).toString().split('\n').slice(1, -2);
      };
      expect(await unpacked(at(name))).toEqual(await unpacked(at(`whole-${name}`)));
    },
  );

  it('moves the log to an empty database, with the same hashes, and not over another', async () => {
    await run('verify');
    const root = /raíz de las cabezas\s*│\s*([0-9a-f]{64})/i.exec(text())?.[1] ?? 'none';
    const target = await testDatabase();
    const env = environment(target, 'target');
    expect(await runIn(env, 'import', at('log.ndjson.gz'))).toBe(0);
    expect(text()).toContain((await foundation.store.identity()).storeId);
    expect(await runIn(env, 'verify', '--key', await fingerprint())).toBe(0);
    expect(await runIn(env, 'import', at('log.ndjson'))).toBe(0);
    expect(text()).toMatch(/Importados 0 eventos/);
    // Import over the installation's own log, which has newer events.
    await note('box-later');
    expect(await run('import', at('redacted.ndjson'))).toBe(1);
    expect(text()).toContain('[other_history]');
    expect(await runIn(env, 'verify', '--key', await fingerprint())).toBe(0);
    expect(text()).toContain(root);
    await target.drop();
  });

  const spoilt = async (
    name: string,
    edit: (lines: string[]) => string[],
    packed = false,
  ): Promise<string> => {
    const lines = (await readFile(at('log.ndjson'), 'utf8')).split('\n');
    const content = edit(lines).join('\n');
    await writeFile(at(name), packed ? gzipSync(content) : content);
    return at(name);
  };

  it.each<[string, () => Promise<string>, RegExp]>([
    ['cut', () => spoilt('cut', (lines) => lines.slice(0, 9)), /Línea 9: .*\[cut_off\]/],
    [
      'cut within a line',
      () => spoilt('cut2', (lines) => [...lines.slice(0, 9), '{"kind":"ev']),
      /Línea 10: .*\[cut_off\]/,
    ],
    ['no log', () => spoilt('none', () => ['hola', '']), /Línea 1: .*\[not_a_log\]/],
    [
      'later',
      () => spoilt('later', (lines) => lines.with(0, (lines[0] ?? '').replace('"format":1', '"format":7'))),
      /formato 7.*\[unknown_format\]/,
    ],
    [
      'altered',
      () => spoilt('altered', (lines) => lines.with(4, (lines[4] ?? '').replace('"type":"', '"type":"X'))),
      /contenido.*\[content_changed\].*línea 5/,
    ],
    [
      'huge',
      () => spoilt('huge', (lines) => lines.with(4, 'x'.repeat(5_000_000))),
      /Línea 5: .*\[line_too_long\]/,
    ],
    [
      'not packed',
      async () => {
        await writeFile(at('not.gz'), 'hola');
        return at('not.gz');
      },
      /\[gzip\]/,
    ],
    [
      'packed and cut',
      async () => {
        const whole = await readFile(at('log.ndjson.gz'));
        await writeFile(at('half.gz'), whole.subarray(0, whole.length / 2));
        return at('half.gz');
      },
      /\[gzip\]/,
    ],
    [
      'a bomb',
      async () => {
        await writeFile(at('bomb.gz'), gzipSync(Buffer.alloc(50_000_000)));
        return at('bomb.gz');
      },
      /Línea 1: .*\[line_too_long\]/,
    ],
    ['missing', async () => at('missing.ndjson'), /missing\.ndjson/],
  ])(
    'says in words what is wrong with a file that is %s, and imports nothing of it',
    async (_, make, words) => {
      const file = await make();
      const target = await testDatabase();
      expect(await runIn(environment(target, `target-${randomUUID()}`), 'import', file)).toBe(1);
      expect(text()).toMatch(words);
      await withConnection(target.ownerUrl, async (client) => {
        const { rows } = await client.query<{ empty: boolean }>(
          `select to_regclass('es.event') is null or (select count(*) = 0 from pg_class where relname = 'event' and reltuples > 0) as empty`,
        );
        expect(rows[0]?.empty).toBe(true);
      });
      await target.drop();
    },
  );

  it('names a changed key until somebody trusts it', async () => {
    const other = at('other.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(other, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    const env = { ...environment(database, 'data'), LOG_SIGNING_KEY_FILE: other };
    await note('box-key');
    expect(await runIn(env, 'seal')).toBe(0);
    expect(await run('verify')).toBe(1);
    const key = /trust ([0-9a-f]{64})/.exec(text())?.[1] ?? '';
    expect(await run('trust', key)).toBe(0);
    expect(await run('verify')).toBe(0);
    await chmod(other, 0o644);
    expect(await runIn(env, 'seal')).toBe(1);
    expect(text()).toContain('chmod 600');
    expect(await runIn({ ...env, LOG_SIGNING_KEY_FILE: at('nokey.pem') }, 'seal')).toBe(1);
    await writeFile(at('rsa.pem'), 'hola', { mode: 0o600 });
    expect(await runIn({ ...env, LOG_SIGNING_KEY_FILE: at('rsa.pem') }, 'public-key')).toBe(1);
    expect(text()).toContain('Ed25519');
  });

  it('purges a stream once its name was typed, and the log still verifies', async () => {
    const purge = (...more: string[]) => run('purge', 'box-key', '--reason', 'fin de la retención', ...more);
    expect(await purge('--confirm', 'box')).toBe(1);
    expect(text()).toContain('No se ha borrado nada');
    await expect(run('purge', 'box-key')).rejects.toThrow(/--reason/);
    await expect(run('purge', 'nowhere', '--reason', 'x')).rejects.toThrow(/nowhere/);
    expect(await purge('--confirm', 'box-key', '--by', 'claudia')).toBe(0);
    expect(await foundation.store.head('box-key')).toMatchObject({ version: 0n });
    expect(await run('verify')).toBe(0);
    expect(text()).toMatch(/purgados\s*│\s*1 /);
  });

  it('names the cut of events that came after the last seal, and where the log ends', async () => {
    await run('seal');
    const { storeId } = await foundation.store.identity();
    const witness = at(`data/witness/${storeId}.ndjson`);
    for (let n = 0; n < 20; n++) await note('box-cut');
    await vi.waitFor(async () => expect(await readFile(witness, 'utf8')).toMatch(/"box-cut","version":19/));
    expect(await run('verify')).toBe(0);
    expect(text()).toMatch(/posteriores al sello: 20\./);
    const position = async (): Promise<string> =>
      withConnection(database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ last: string }>('select max(position) as last from es.event');
        return rows[0]?.last ?? '';
      });
    const seen = await position();
    await withConnection(database.ownerUrl, (client) =>
      client.query(`alter table es.event disable trigger all;
                    delete from es.event where stream_id = 'box-cut'; delete from es.stream where stream_id = 'box-cut';
                    alter table es.event enable trigger all`),
    );
    expect(await run('verify')).toBe(1);
    expect(text()).toContain(
      `faltan eventos que el testigo vio (20): el registro termina en la posición ${await position()} y el testigo vio hasta la ${seen}`,
    );
    expect(text()).toContain('[shorter_than_witnessed] flujo box-cut, versión 0');
    // The operator removes the witness to give up that history.
    await rm(at('data/witness'), { recursive: true });
    expect(await run('verify')).toBe(0);
  });

  it('says which copy of a seal somebody wrote in, and when the tail is gone', async () => {
    const { storeId } = await foundation.store.identity();
    const file = at(`data/seals/${storeId}.ndjson`);
    const copies = await readFile(file, 'utf8');
    await writeFile(file, `hola\n${copies}`);
    expect(await run('verify')).toBe(1);
    expect(text()).toContain('línea 1');
    // An incomplete last line, as after a power cut, is not a fault.
    await writeFile(file, `${copies}{"format":1,`);
    expect(await run('verify')).toBe(0);
    await withConnection(database.ownerUrl, (client) =>
      client.query(`alter table es.event disable trigger all;
                    delete from es.event where position >= (select min(position) from es.event where stream_id = 'log-seals');
                    delete from es.stream s where not exists (select from es.event e where e.stream_id = s.stream_id) and stream_id <> 'box-key';
                    update es.stream s set (version, link) = (select version, link from es.event e where e.stream_id = s.stream_id
                      order by version desc limit 1) where stream_id <> 'box-key';
                    delete from es.stream where stream_id = 'box-key';
                    alter table es.withheld disable trigger all; delete from es.withheld;
                    alter table es.event enable trigger all`),
    );
    expect(await run('verify')).toBe(1);
    expect(text()).toMatch(/más corto que cuando se selló.*\[shorter_than_sealed\]/);
  });

  it.each([
    [[]],
    [['look']],
    [['verify', 'a', 'b']],
    [['export']],
    [['import']],
    [['trust']],
    [['trust', 'hola']],
    [['verify', '--all']],
  ])('takes %j for a wrong use', async (args) => {
    await expect(run(...args)).rejects.toThrow(UsageError);
  });
});
