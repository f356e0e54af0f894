import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const written: string[] = [];
process.once('exit', () => {
  for (const path of written) rmSync(path, { force: true });
});

/** Path of a temporary file with the content; removed when the process ends. */
export function writtenFile(content: string | Uint8Array): string {
  const path = join(tmpdir(), `cotejo-test-${randomUUID()}`);
  writeFileSync(path, content);
  written.push(path);
  return path;
}
