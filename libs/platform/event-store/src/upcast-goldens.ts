import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createUpcaster, type Fields, type Vocabulary } from './upcast.ts';

/** The newest shape of an event type's data. */
export interface GoldenShape {
  /** @throws when the data does not have this shape */
  parse(data: unknown): unknown;
  /** JSON Schema of the shape; compared with the file to detect a change. */
  readonly jsonSchema: unknown;
}

export interface GoldenCheck {
  /** Folder of the golden files. */
  readonly folder: string;
  readonly vocabulary: Vocabulary;
  readonly shapes: Readonly<Record<string, GoldenShape>>;
  /** Writes missing schema files; existing files are never overwritten. */
  readonly writeMissing?: boolean;
}

/**
 * Faults of a vocabulary's golden files; empty when there are none. Each version of each type has two files:
 * `<Type>.v<N>.json`, data as stored in the log, and `<Type>.v<N>.schema.json`, its shape. Every golden must be
 * readable as the newest version of its type, and the newest shape must equal its file: to change a shape, add a
 * version with an upcast step and two new files.
 */
export async function goldenFaults(check: GoldenCheck): Promise<readonly string[]> {
  const { folder, vocabulary, shapes } = check;
  const upcaster = createUpcaster([vocabulary]);
  const files = new Set(await readdir(folder));
  const faults: string[] = [];
  for (const type of Object.keys(shapes)) {
    if (!(type in vocabulary)) faults.push(`${type} is in no vocabulary`);
  }
  for (const [type, newest] of Object.entries(upcaster.reads)) {
    const shape = shapes[type];
    if (!shape) {
      faults.push(`${type} has no shape`);
      continue;
    }
    for (let version = 1; version <= newest; version++) {
      const name = `${type}.v${version}`;
      files.delete(`${name}.json`);
      files.delete(`${name}.schema.json`);
      const golden = (await readJson(folder, `${name}.json`)) as Fields | undefined;
      if (golden === undefined) faults.push(`${name}.json is missing`);
      else
        faults.push(
          ...faultsOf(name, () => upcaster.read({ type, schemaVersion: version, data: golden }).data, shape),
        );
      const known = await readJson(folder, `${name}.schema.json`);
      if (known === undefined)
        faults.push(...(await missingSchema(check, name, version === newest ? shape : null)));
      else if (version === newest && !isDeepStrictEqual(known, asJson(shape.jsonSchema))) {
        faults.push(
          `the shape of ${type} changed: it needs version ${newest + 1}, with a step from ${newest}`,
        );
      }
    }
  }
  for (const file of files) if (file.endsWith('.json')) faults.push(`${file} is of no known type or version`);
  return faults;
}

function faultsOf(name: string, read: () => Fields, shape: GoldenShape): string[] {
  try {
    const data = read();
    // A field that the shape does not know would be dropped silently.
    return isDeepStrictEqual(asJson(shape.parse(data)), asJson(data))
      ? []
      : [`${name}.json says more than its shape`];
  } catch (error) {
    return [`${name}.json is not read any more: ${String(error)}`];
  }
}

async function missingSchema(
  { folder, writeMissing }: GoldenCheck,
  name: string,
  shape: GoldenShape | null,
): Promise<string[]> {
  if (!shape || !writeMissing) return [`${name}.schema.json is missing`];
  await writeFile(join(folder, `${name}.schema.json`), `${JSON.stringify(shape.jsonSchema, null, 2)}\n`);
  return [];
}

async function readJson(folder: string, file: string): Promise<unknown> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
