import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runNode } from './run-child.mjs';
import { refuse, root, secondsSince, t } from './say.mjs';

const stampFile = join(root, 'node_modules/.cache/cotejo/built.json');
const products = {
  server: { folder: 'apps/server', proof: 'apps/server/dist/main.js' },
  web: { folder: 'apps/web', proof: 'apps/web/dist/index.html' },
};
const SOURCES = [
  'apps',
  'libs',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
];
const notASource = /(^|\/)(node_modules|dist|coverage)$|\.(test|fixture)\.\w+$|\.md$/;

function* filesUnder(path) {
  if (notASource.test(path)) return;
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile()) yield { path, info };
  if (info?.isDirectory()) for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

/** Two fingerprints of the sources: `quick` by size and date, `content` (computed on demand) by bytes. */
export function fingerprint(base, sources = SOURCES) {
  const files = sources.flatMap((source) => [...filesUnder(join(base, source))]);
  const hash = (describe) => {
    const digest = createHash('sha256').update(process.versions.node.split('.')[0]);
    for (const file of files) digest.update(`\0${relative(base, file.path)}\0`).update(describe(file));
    return digest.digest('hex');
  };
  return {
    quick: hash(({ info }) => `${info.size} ${info.mtimeMs}`),
    content: () => hash(({ path }) => readFileSync(path)),
  };
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return null;
  }
}

function writeStamp(stamp) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamp));
}

/** Whether dist was built from the current sources; a checkout that changed only dates still counts as built. */
export function isBuilt() {
  const stamp = readStamp();
  if (!stamp || !Object.values(products).every(({ proof }) => existsSync(join(root, proof)))) return false;
  const { quick, content } = fingerprint(root);
  if (quick === stamp.quick) return true;
  if (content() !== stamp.content) return false;
  writeStamp({ ...stamp, quick });
  return true;
}

/**
 * Runs a build of server and web from all of their sources, and records its success (exit code 0). Resolves with its
 * exit code.
 */
export async function noteBuild(build) {
  // Computed before the build: files edited meanwhile are built next time.
  const { quick, content } = fingerprint(root);
  const stamp = { quick, content: content() };
  rmSync(stampFile, { force: true });
  const code = await build();
  if (code === 0) writeStamp(stamp);
  return code;
}

/** Builds server and web when their sources changed. Without Nx, whose start alone costs a second. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  process.stdout.write(`${t('build.starting')}\n`);
  const start = Date.now();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await noteBuild(async () => {
    await Promise.all(
      Object.entries(products).map(async ([name, { folder }]) => {
        const { code, output } = await runNode([vite, 'build'], {
          cwd: join(root, folder),
          env,
          quiet: true,
        });
        if (code !== 0) refuse(t('build.failed', { name, code, output }));
      }),
    );
    return 0;
  });
  process.stdout.write(`${t('build.done', { seconds: secondsSince(start) })}\n`);
}
