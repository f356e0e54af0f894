import './workspace/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countLines, KINDS } from './workspace/count-lines.mjs';
import { root, t } from './workspace/say.mjs';

/** `npm run count`: lines of product, tests, tools and texts by package, of all files tracked by git. */
const known = execFileSync('git', ['ls-files', '-z'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
});
// A deleted, uncommitted file has no lines.
const paths = known.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
const packages = countLines(paths, (path) => readFileSync(join(root, path), 'utf8'));
const total = Object.fromEntries(
  KINDS.map((kind) => [kind, packages.reduce((sum, [, counts]) => sum + counts[kind], 0)]),
);

const rows = [
  [t('count.package'), ...KINDS.map((kind) => t(`count.${kind}`))],
  ...[...packages, [t('count.total'), total]].map(([name, counts]) => [
    name,
    ...KINDS.map((kind) => String(counts[kind])),
  ]),
];
const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
for (const row of rows) {
  const cells = row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])));
  process.stdout.write(`${cells.join('  ')}\n`);
}
process.stdout.write(`${JSON.stringify({ count: total })}\n`);
