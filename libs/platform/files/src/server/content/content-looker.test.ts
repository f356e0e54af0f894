import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentLooker } from './content-looker.ts';
import { samples, zipOf } from './samples.fixture.ts';

let folder: string;
const looker = new ContentLooker();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-content-'));
});
afterAll(async () => {
  await looker.close();
  await rm(folder, { recursive: true });
});

async function fileOf(content: Uint8Array): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return path;
}

describe('looking at a file', () => {
  it('says in a thread what the rules say of its bytes', async () => {
    expect(await looker.refusalOf({ path: await fileOf(samples.pdf), kind: 'pdf' })).toBeNull();
    expect(await looker.refusalOf({ path: await fileOf(samples.zip), kind: 'pdf' })).toBe(
      'file_type_mismatch',
    );
    const program = zipOf([{ name: 'AndroidManifest.xml' }]);
    expect(await looker.refusalOf({ path: await fileOf(program), kind: 'zip' })).toBe('file_type_refused');
  });

  it('leaves the main thread free while it goes through a long directory', async () => {
    const names = Array.from({ length: 60_000 }, (_, n) => ({ name: `carpeta/documento-${n}.pdf` }));
    const path = await fileOf(zipOf(names));
    let isOver = false;
    const answer = looker.refusalOf({ path, kind: 'zip' }).finally(() => (isOver = true));
    let turns = 0;
    while (!isOver) {
      await new Promise(setImmediate);
      turns += 1;
    }
    expect(await answer).toBeNull();
    expect(turns).toBeGreaterThan(10);
  });

  it('reads no more of a file than it needs, however long that is', async () => {
    const path = await fileOf(samples.pdf);
    await truncate(path, 2 ** 40);
    expect(await looker.refusalOf({ path, kind: 'pdf' })).toBeNull();
  });

  it('fails, and goes on with the next, when a file is not there', async () => {
    await expect(looker.refusalOf({ path: join(folder, 'none'), kind: 'pdf' })).rejects.toThrow('ENOENT');
    expect(await looker.refusalOf({ path: await fileOf(samples.png), kind: 'png' })).toBeNull();
  });
});
