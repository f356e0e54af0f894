import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markDataFolder, refuseForeignFolder } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (...paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
};

describe('a data folder', () => {
  it.each([
    ['that is empty', []],
    ['of a volume of its own', ['lost+found/x']],
    ['that was marked', ['cotejo.json']],
    [
      'of an earlier release, with the embedded database',
      ['format.json', 'database-secret', 'pgdata/PG_VERSION'],
    ],
    [
      'of an earlier release, with a database elsewhere',
      ['keys/trusted-log-keys.txt', 'seals/a.ndjson', 'files/a'],
    ],
    ['of a first start that was killed', ['instance.lock.1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed']],
    ['that is being restored', ['restoring']],
    ['of ours in which somebody put something', ['format.json', 'apuntes.txt']],
  ])('%s is accepted', async (_, paths) => {
    await put(...paths);
    await expect(refuseForeignFolder(folder)).resolves.toBeUndefined();
  });

  it('that is not there is accepted, and marked once it is made', async () => {
    const made = join(folder, 'data');
    await refuseForeignFolder(made);
    await markDataFolder(made);
    await markDataFolder(made);
    expect(await readdir(made)).toEqual(['cotejo.json']);
  });

  it.each([
    [['tesis.docx']],
    [['files/foto.png', 'keys/casa.txt']],
    [['package.json', '.git/HEAD']],
    [['pgdata/PG_VERSION']],
    [['.bashrc']],
  ])('that holds %j is refused, naming it, and stays as it is', async (paths) => {
    await put(...paths);
    const before = await readdir(folder);
    await expect(refuseForeignFolder(folder)).rejects.toMatchObject({ code: 'foreign_folder' });
    await expect(refuseForeignFolder(folder)).rejects.toThrow(before[0]);
    expect(await readdir(folder)).toEqual(before);
  });
});
