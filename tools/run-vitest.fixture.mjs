import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * A folder for test files, with a configuration of its own. It is inside the clone, whose Vitest runs it; its name
 * excludes it from every project.
 */
export function testFolder(config = 'export default {};') {
  const folder = mkdtempSync(join(root, 'node_modules/.cotejo-count-'));
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs test files, given by name and text, with a reporter of `tools`; resolves with exit code and output. */
export async function runVitest(folder, { files, reporter, env = {} }) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const args = ['run', '--root', folder, '--exclude', 'none', `--reporter=${join(root, 'tools', reporter)}`];
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
      { env: { ...Object.fromEntries(inherited), ...env } },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

/** Text of a test file with a test for each body. */
export const testFile = (...bodies) =>
  [
    `import { expect, it } from 'vitest';`,
    ...bodies.map((body, n) => `it('t${n}', () => { ${body} });`),
  ].join('\n');
