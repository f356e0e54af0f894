import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lockDataFolder } from '@cotejo/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A miniature clone: the scripts are real, npm and Vite are stubs that record their calls. */
let clone;
const put = (path, text) => {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
};
const read = (path) => (existsSync(join(clone, path)) ? readFileSync(join(clone, path), 'utf8') : '');
const lock = (version) => JSON.stringify({ packages: { '': {}, 'node_modules/vite': { version } } });

/** Prints its address; the first signal stops it cleanly after a moment, a second one at once. */
const SERVER = `
  let asked = 0;
  const stop = () => {
    if (++asked > 1) process.exit(9);
    setTimeout(() => { console.log('stopped in order'); process.exit(0); }, 50);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  console.log('serving ' + process.env.PORT);
  if (process.env.ONCE) process.exit(0);
  setInterval(() => {}, 1000);
`;
const VITE = `
  import { appendFileSync, mkdirSync, writeFileSync, existsSync } from 'node:fs';
  appendFileSync('../../vite.log', process.cwd().split('/').pop() + '\\n');
  if (existsSync('broken')) { console.error('sintaxis mala'); process.exit(3); }
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/main.js', ${JSON.stringify(SERVER)});
  writeFileSync('dist/index.html', '');
`;
/** Builds stubs of both bundles, and records its arguments. */
const NX = `
  import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
  appendFileSync('nx.log', process.argv.slice(2).join(' ') + '\\n');
  if (existsSync('broken')) process.exit(3);
  for (const app of ['server', 'web']) mkdirSync('apps/' + app + '/dist', { recursive: true });
  writeFileSync('apps/server/dist/main.js', ${JSON.stringify(SERVER)});
  writeFileSync('apps/web/dist/index.html', '');
`;
const NPM = `
  const { appendFileSync, cpSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('npm.log', process.argv.slice(2, 3).join(' ') + '\\n');
  if (process.env.OFFLINE) process.exit(7);
  mkdirSync('node_modules/vite/bin', { recursive: true });
  writeFileSync('node_modules/vite/package.json', '{"type":"module"}');
  writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(VITE)});
  cpSync('package-lock.json', 'node_modules/.package-lock.json');
`;

function start(env = {}, script = 'start.mjs', args = []) {
  const child = spawn(process.execPath, [join(clone, 'tools', script), ...args], {
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'es_CO.UTF-8',
      PORT: '4000',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const heard = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      for (const listen of heard) listen();
    });
  }
  return {
    child,
    output: () => output,
    says: (text) =>
      new Promise((resolve) => {
        const listen = () => output.includes(text) && resolve();
        heard.push(listen);
        listen();
      }),
    ends: new Promise((resolve) => child.on('close', (code) => resolve(code))),
  };
}

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'cotejo-test-clone-'));
  const tools = import.meta.dirname;
  for (const part of ['start.mjs', 'reset.mjs', 'build.mjs', 'workspace', 'i18n']) {
    cpSync(join(tools, part), join(clone, 'tools', part), { recursive: true });
  }
  const entries = 'libs/platform/database/src/data-folder.json';
  put(entries, readFileSync(join(tools, '..', entries), 'utf8'));
  put('package.json', '{"type":"module"}');
  put('package-lock.json', lock('1.0.0'));
  // CommonJS, like npm itself.
  put('npm/package.json', '{"type":"commonjs"}');
  put('npm/npm-cli.js', NPM);
  put('apps/server/src/main.ts', 'one');
  put('apps/web/src/main.tsx', 'one');
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

const npm = () => ({ npm_execpath: join(clone, 'npm/npm-cli.js'), ONCE: '1' });

describe('npm start', () => {
  it('in a bare clone installs, builds both bundles and serves; again it only serves', async () => {
    const first = start(npm());
    expect(await first.ends).toBe(0);
    expect(first.output()).toMatch(/Instalando[^]*Construyendo[^]*serving 4000/);
    expect(read('npm.log')).toBe('ci\n');
    expect(read('vite.log').split('\n').sort().join(' ').trim()).toBe('server web');

    const second = start(npm());
    expect(await second.ends).toBe(0);
    expect(second.output().trim()).toBe('serving 4000');
  });

  it('builds again when a source changed, not when only its date did', async () => {
    await start(npm()).ends;
    utimesSync(join(clone, 'apps/web/src/main.tsx'), 1, 1);
    const touched = start(npm());
    await touched.ends;
    expect(touched.output()).not.toContain('Construyendo');
    put('apps/web/src/main.tsx', 'two');
    const changed = start(npm());
    await changed.ends;
    expect(changed.output()).toContain('Construyendo');
  });

  it('installs again when the lockfile changed', async () => {
    await start(npm()).ends;
    put('package-lock.json', lock('2.0.0'));
    await start(npm()).ends;
    expect(read('npm.log')).toBe('ci\nci\n');
  });

  it('accepts what npm installed by hand', async () => {
    await start(npm()).ends;
    rmSync(join(clone, 'node_modules/.cotejo-installed'));
    await start(npm()).ends;
    expect(read('npm.log')).toBe('ci\n');
  });

  it('says why it cannot install, and ends', async () => {
    const offline = start({ ...npm(), OFFLINE: '1' });
    expect(await offline.ends).toBe(1);
    expect(offline.output()).toContain('npm ci terminó con código 7');
  });

  it('shows what the build said when it fails, and does not take it for good', async () => {
    put('apps/web/broken', '');
    const broken = start(npm());
    expect(await broken.ends).toBe(1);
    expect(broken.output()).toMatch(/No se pudo construir web[^]*sintaxis mala/);
    rmSync(join(clone, 'apps/web/broken'));
    expect(await start(npm()).ends).toBe(0);
  });

  it('takes what `npm run build` built for good, unless it failed', async () => {
    await start(npm()).ends;
    put('node_modules/nx/package.json', '{"type":"module","bin":{"nx":"./bin/nx.js"}}');
    put('node_modules/nx/bin/nx.js', NX);
    put('apps/web/src/main.tsx', 'two');
    expect(await start(npm(), 'build.mjs').ends).toBe(0);
    expect(read('nx.log')).toBe('run-many -t build\n');
    const built = start(npm());
    expect(await built.ends).toBe(0);
    expect(built.output()).not.toContain('Construyendo');

    put('broken', '');
    expect(await start(npm(), 'build.mjs').ends).toBe(3);
    const broken = start(npm());
    expect(await broken.ends).toBe(0);
    expect(broken.output()).toContain('Construyendo');
  });

  it.each(['SIGTERM', 'SIGHUP'])('lets the server end in order on %s', async (signal) => {
    const running = start({ ...npm(), ONCE: '' });
    await running.says('serving');
    running.child.kill(signal);
    expect(await running.ends).toBe(0);
    expect(running.output()).toContain('stopped in order');
  });

  it('takes the two signals that one Ctrl-C under npm makes for one', async () => {
    const running = start({ ...npm(), ONCE: '' });
    await running.says('serving');
    running.child.kill('SIGINT');
    running.child.kill('SIGTERM');
    expect(await running.ends).toBe(0);
    expect(running.output()).toContain('stopped in order');
  });

  it('does not build under an instance that runs on the same folder', async () => {
    await start(npm()).ends;
    // The lock in the server's format, held by this process.
    mkdirSync(join(clone, '.data'));
    const held = await lockDataFolder(join(clone, '.data'), 'http://localhost:3000');
    put('apps/web/src/main.tsx', 'two');
    const second = start(npm());
    expect(await second.ends).toBe(1);
    expect(second.output()).toMatch(new RegExp(`proceso ${process.pid}, http://localhost:3000`));

    const reset = start({}, 'reset.mjs', ['--yes']);
    expect(await reset.ends).toBe(1);
    expect(existsSync(join(clone, '.data'))).toBe(true);
    await held.release();
  });
});

describe('npm run reset', () => {
  beforeEach(() => {
    put(
      '.data/format.json',
      JSON.stringify({ format: 1, postgresMajor: 18, pgdata: join(clone, '.data/pgdata') }),
    );
    put('.data/pgdata/PG_VERSION', '18');
  });

  it.each([
    { answer: 'sí\n', deleted: true },
    { answer: 'no\n', deleted: false },
    { answer: '', deleted: false },
  ])('asks, and after "$answer" has deleted: $deleted', async ({ answer, deleted }) => {
    const reset = start({}, 'reset.mjs');
    await reset.says('«sí»');
    reset.child.stdin.end(answer);
    expect(await reset.ends).toBe(deleted ? 0 : 1);
    expect(existsSync(join(clone, '.data'))).toBe(!deleted);
  });

  it.each([
    { whose: 'its own', deleted: true },
    { whose: 'that of the folder of which it is a copy', deleted: false },
  ])('of databases that lie elsewhere deletes $whose: $deleted', async ({ deleted }) => {
    const folder = join(realpathSync(clone), deleted ? '.data' : 'original');
    const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    const elsewhere = join(clone, 'system', id);
    rmSync(join(clone, '.data/pgdata'), { recursive: true });
    put(`system/${id}/pgdata/PG_VERSION`, '18');
    put('.data/format.json', JSON.stringify({ pgdata: join(elsewhere, 'pgdata') }));
    const reset = start({}, 'reset.mjs', ['--yes']);
    expect(await reset.ends).toBe(0);
    expect(existsSync(elsewhere)).toBe(!deleted);
    expect(reset.output().includes(`La base de datos de ${elsewhere} se dejó`)).toBe(!deleted);
  });

  it('of a copied folder leaves the original alone', async () => {
    put('original/pgdata/PG_VERSION', '18');
    put('original/database-secret', 'x');
    put('.data/format.json', JSON.stringify({ pgdata: join(clone, 'original/pgdata') }));
    expect(await start({}, 'reset.mjs', ['--yes']).ends).toBe(0);
    expect(existsSync(join(clone, '.data'))).toBe(false);
    expect(existsSync(join(clone, 'original/pgdata/PG_VERSION'))).toBe(true);
  });

  it('deletes what the product made and nothing else, and says what it has left', async () => {
    for (const name of [
      'keys/log-signing.pem',
      'seals/a.ndjson',
      'witness/a.ndjson',
      'files/a/b',
      'uploads/c',
    ])
      put(`.data/${name}`, 'x');
    for (const name of ['cotejo.json', 'database-secret', 'postgres.log', 'pgdata.leftover-17/PG_VERSION'])
      put(`.data/${name}`, 'x');
    put('.data/tesis.docx', 'mine');
    put('.data/fotos/casa.png', 'mine');
    const reset = start({}, 'reset.mjs', ['--yes']);
    expect(await reset.ends).toBe(0);
    expect(readdirSync(join(clone, '.data')).sort()).toEqual(['fotos', 'tesis.docx']);
    expect(read('.data/fotos/casa.png')).toBe('mine');
    expect(reset.output()).toMatch(/Quedó en .*lo que no es de Cotejo: fotos, tesis\.docx/);
    // It no longer counts as the product's folder.
    expect(await start({}, 'reset.mjs', ['--yes']).ends).toBe(1);
    expect(read('.data/tesis.docx')).toBe('mine');
  });

  it.each([
    { what: 'a folder that is not ours', env: { DATA_DIR: 'apps' } },
    { what: 'the clone itself', env: { DATA_DIR: '.' } },
    { what: 'an external database', env: { DATABASE_URL: 'postgres://somewhere/cotejo' } },
  ])('leaves $what alone', async ({ env }) => {
    put('format.json', '{}');
    const reset = start(env, 'reset.mjs', ['--yes']);
    expect(await reset.ends).toBe(1);
    expect(reset.output()).toContain('No se ha cambiado nada');
    expect(existsSync(join(clone, 'apps/web/src/main.tsx'))).toBe(true);
  });
});
