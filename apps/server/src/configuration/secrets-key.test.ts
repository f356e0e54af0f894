import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecretsKey, SecretsKeyError } from './secrets-key.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(text: string, mode: number): Promise<string> {
  const file = join(folder, `key-${mode.toString(8)}-${text.length}`);
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

it('is none where none is named', async () => {
  expect(await readSecretsKey(undefined)).toBeNull();
});

it('is what the file holds', async () => {
  expect(await readSecretsKey(await fileOf('k'.repeat(44), 0o600))).toEqual(Buffer.from('k'.repeat(44)));
});

it.each([
  ['is not there', () => Promise.resolve(join(folder, 'nowhere'))],
  ['others may read', () => fileOf('k'.repeat(44), 0o640)],
  ['is too short', () => fileOf('k'.repeat(31), 0o600)],
])('is refused when the file %s', async (_, file) => {
  await expect(readSecretsKey(await file())).rejects.toBeInstanceOf(SecretsKeyError);
});
