import { withConnection } from '@cotejo/database';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byteaArray, int4Array, int8Array, jsonbArray, textArray, uuidArray } from './binary-arrays.ts';

describe('an array in binary form', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const uuid = '0f4a1d62-9d0b-4b53-8b6e-2d1f3f1f7c55';
  it.each<[string, Buffer, readonly string[]]>([
    ['int', int4Array([0, -1, 2 ** 31 - 1]), ['0', '-1', '2147483647']],
    ['bigint', int8Array([-3n, 2n ** 63n - 1n]), ['-3', '9223372036854775807']],
    ['text', textArray(['', 'a"b\\{}', 'ñandú 👩‍🚒 שלום', 'NULL']), ['', 'a"b\\{}', 'ñandú 👩‍🚒 שלום', 'NULL']],
    ['uuid', uuidArray([uuid]), [uuid]],
    ['bytea', byteaArray(['00ff', '']), ['\\x00ff', '\\x']],
    ['jsonb', jsonbArray(['{"a":"é"}', '[1,null]']), ['{"a": "é"}', '[1, null]']],
    ['text', textArray([]), []],
    ['jsonb', jsonbArray([]), []],
    ['bytea', byteaArray([]), []],
  ])('of %s arrives as it was sent', async (type, sent, arrived) => {
    await withConnection(database.appUrl, async (client) => {
      const { rows } = await client.query<{ values: string[] }>(
        `select coalesce(array_agg(v::text order by n), '{}') as values
           from unnest($1::${type}[]) with ordinality t(v, n)`,
        [sent],
      );
      expect(rows[0]?.values).toEqual(arrived);
    });
  });
});
