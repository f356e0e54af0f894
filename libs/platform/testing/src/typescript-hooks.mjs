import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Stripped sources, by the hash of the TypeScript that they come from: loading the transformer takes a process longer
 * than everything else that it does.
 */
const stripped = new URL('../../../../node_modules/.cache/cotejo-stripped/', import.meta.url);

/** Hook for Node's module loader: strips the types from TypeScript. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, 'utf8');
  const kept = new URL(`${createHash('sha256').update(`${path}\n${text}`).digest('hex')}.mjs`, stripped);
  const source = await readFile(kept, 'utf8').catch(() => strip(path, text, kept));
  return { format: 'module', source, shortCircuit: true };
}

async function strip(path, text, kept) {
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(text, path);
  // Under a draft name first: another process may be reading.
  const draft = new URL(`${kept.href}.${process.pid}`);
  await mkdir(stripped, { recursive: true });
  await writeFile(draft, code);
  await rename(draft, kept);
  return code;
}
