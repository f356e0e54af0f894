import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goldenFaults, type GoldenCheck } from './upcast-goldens.ts';

const schemaOf = (field: string) => ({ type: 'object', required: [field] });
const shapeOf = (field: string) => ({
  jsonSchema: schemaOf(field),
  parse: (data: unknown) => {
    if (typeof data !== 'object' || data === null || !(field in data)) throw new Error(`${field} is missing`);
    return { [field]: (data as Record<string, unknown>)[field] };
  },
});

let folder: string;
const put = (file: string, value: unknown) => writeFile(join(folder, file), JSON.stringify(value));
const check = (changes: Partial<GoldenCheck> = {}) =>
  goldenFaults({
    folder,
    vocabulary: { Named: [({ name }) => ({ called: name })] },
    shapes: { Named: shapeOf('called') },
    ...changes,
  });

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'cotejo-goldens-')), 'golden');
  await mkdir(folder);
  await put('Named.v1.json', { name: 'Ana' });
  await put('Named.v1.schema.json', schemaOf('name'));
  await put('Named.v2.json', { called: 'Ana' });
  await put('Named.v2.schema.json', schemaOf('called'));
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

describe('golden files', () => {
  it('of every version, each read as the newest, are all well', async () => {
    expect(await check()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, Partial<GoldenCheck>, RegExp]>([
    ['a version has none', () => rm(join(folder, 'Named.v1.json')), {}, /v1\.json is missing/],
    [
      'a version has no schema',
      () => rm(join(folder, 'Named.v1.schema.json')),
      {},
      /v1\.schema\.json is missing/,
    ],
    ['one is not read any more', () => put('Named.v2.json', { name: 'Ana' }), {}, /v2\.json is not read/],
    [
      'one says what nobody reads',
      () => put('Named.v2.json', { called: 'A', x: 1 }),
      {},
      /v2\.json says more/,
    ],
    [
      'a shape changed without its version',
      async () => undefined,
      { shapes: { Named: shapeOf('name') } },
      /needs version 3/,
    ],
    [
      'a version is gone from the program',
      async () => undefined,
      { vocabulary: { Named: [] } },
      /v2\.json is of no known/,
    ],
    [
      'a type is gone from the program',
      async () => undefined,
      { vocabulary: {}, shapes: {} },
      /of no known type/,
    ],
    ['a type has no shape', async () => undefined, { shapes: {} }, /Named has no shape/],
    ['a shape has no type', async () => undefined, { vocabulary: {} }, /Named is in no vocabulary/],
  ])('are at fault where %s', async (_, spoil, changes, fault) => {
    await spoil();
    expect((await check(changes)).join('\n')).toMatch(fault);
  });

  it('are written only where they are missing', async () => {
    await rm(join(folder, 'Named.v2.schema.json'));
    expect(await check({ writeMissing: true })).toEqual([]);
    expect(await check()).toEqual([]);
    expect(await check({ writeMissing: true, shapes: { Named: shapeOf('name') } })).not.toEqual([]);
  });
});
