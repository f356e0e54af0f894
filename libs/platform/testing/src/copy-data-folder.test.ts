import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDataFolder } from './copy-data-folder.ts';

let place: string;
let from: string;
let to: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'cotejo-test-copy-')));
  from = join(place, 'from');
  to = join(place, 'to');
  mkdirSync(join(from, 'pgdata'), { recursive: true });
  mkdirSync(to);
  writeFileSync(join(from, 'pgdata/PG_VERSION'), '18');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const say = (pgdata: string) =>
  writeFileSync(join(from, 'format.json'), JSON.stringify({ format: 1, postgresMajor: 18, pgdata }));

describe('a copied data folder', () => {
  it('has a database of its own, and names it', async () => {
    say(join(from, 'pgdata'));
    await copyDataFolder(from, to);
    expect(readFileSync(join(to, 'pgdata/PG_VERSION'), 'utf8')).toBe('18');
    expect(JSON.parse(readFileSync(join(to, 'format.json'), 'utf8'))).toEqual({
      format: 1,
      postgresMajor: 18,
      pgdata: join(to, 'pgdata'),
    });
  });

  it('stays empty when the database lies elsewhere, which two would share', async () => {
    say(join(place, 'system/pgdata'));
    await copyDataFolder(from, to);
    expect(readdirSync(to)).toEqual([]);
  });
});
