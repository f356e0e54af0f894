import './workspace/require-node.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runNode } from './workspace/run-child.mjs';
import { root, t } from './workspace/say.mjs';

/**
 * `npm test`: installs and builds if needed, then runs every test: unit, database, screens, browser. Arguments go to
 * Vitest (`npm test -- libs/audits`). Ends with `N passed, N failed`.
 */
await ensureInstalled();
await ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), 'cotejo-test-count-'));
const countFile = join(folder, 'count.json');
const { code } = await runNode(
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--allowOnly=false',
    '--reporter=default',
    `--reporter=${join(root, 'tools/count-reporter.mjs')}`,
    `--reporter=${join(root, 'tools/second-tries.mjs')}`,
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, TEST_COUNT_FILE: countFile } },
);

let count = { passed: 0, failed: 1 };
try {
  count = JSON.parse(readFileSync(countFile, 'utf8'));
} catch {
  process.stdout.write(`${t('test.no_result')}\n`);
}
rmSync(folder, { recursive: true, force: true });
// Vitest may fail for a reason outside the tests: coverage, nothing to run, a crash while closing.
if (code !== 0 && count.failed === 0) count.failed = 1;
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);
