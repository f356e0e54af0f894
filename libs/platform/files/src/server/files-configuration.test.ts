import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskFileStore } from './disk-file-store.ts';
import { filesEnvironment, openFilePlaces } from './files-configuration.ts';
import { S3FileStore } from './s3-file-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-places-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open = (environment: Readonly<Record<string, string>>) =>
  openFilePlaces(folder, filesEnvironment.parse(environment));

/** Static imports of a source, transitively; without type imports and dynamic imports. */
function neededBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|export)\s+(?!type\s)(?:[^;'"]*\sfrom\s+)?'([^']+)'/gm,
  )) {
    const name = from.startsWith('.') ? join(dirname(path), from) : from;
    if (found.has(name)) continue;
    found.add(name);
    if (from.startsWith('.')) neededBy(name, found);
  }
  return found;
}

describe('the places of files', () => {
  it('are in the data folder where no bucket is named', async () => {
    const { store, staging } = await open({});
    expect(store).toBeInstanceOf(DiskFileStore);
    expect(staging.nameOf('a')).toBe('a');
  });

  it.each([
    ['content alone, unless it says more', '0', 'a'],
    ['what is on its way too, where it says so', '1', 'uploads/a'],
  ])('are in the bucket that is named: %s', async (_, staged, name) => {
    const place = { FILES_S3_BUCKET: 'b', FILES_S3_ENDPOINT: 'http://127.0.0.1:9' };
    const { store, staging } = await open({ ...place, FILES_S3_STAGING: staged });
    expect(store).toBeInstanceOf(S3FileStore);
    expect(staging.nameOf('a')).toBe(name);
  });

  it('load what speaks to S3 only then', () => {
    const speaksToS3 = (name: string) => name === '@aws-sdk/client-s3' || name === '@tus/s3-store';
    const needed = neededBy(join(import.meta.dirname, 'index.ts'));
    expect(needed).toContain('@tus/server');
    expect([...needed].filter(speaksToS3)).toEqual([]);
    const ofBucket = neededBy(join(import.meta.dirname, 'stage-on-s3.ts'));
    expect([...ofBucket].filter(speaksToS3)).toHaveLength(2);
  });
});
