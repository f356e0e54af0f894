import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnection } from '@cotejo/database';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { copiedDatabase, type CopiedDatabase } from './copied-database.ts';

const copies: CopiedDatabase[] = [];
afterAll(() => Promise.all(copies.map((copy) => copy.drop())));

const notesIn = ({ appUrl }: CopiedDatabase): Promise<string[]> =>
  withConnection(appUrl, async (client) => {
    const { rows } = await client.query<{ body: string }>('select body from note order by body');
    return rows.map(({ body }) => body);
  });

describe('a copied database', () => {
  const fill = vi.fn<Parameters<typeof copiedDatabase>[1]>();
  const copy = async (model: string): Promise<CopiedDatabase> => {
    const made = await copiedDatabase(model, fill);
    copies.push(made);
    return made;
  };

  it('is filled once for all who ask, each of whom has one of their own', async () => {
    fill.mockImplementation(async ({ ownerUrl }, folder) => {
      await withConnection(ownerUrl, (client) =>
        client.query(`create table note (body text); insert into note values ('a')`),
      );
      await writeFile(join(folder, 'key'), 'of the model');
    });
    const [mine, theirs] = await Promise.all([copy('notes'), copy('notes')]);
    await withConnection(mine.appUrl, (client) => client.query(`insert into note values ('b')`));
    expect(await notesIn(mine)).toEqual(['a', 'b']);
    expect(await notesIn(theirs)).toEqual(['a']);
    expect(await notesIn(await copy('notes'))).toEqual(['a']);
    expect(fill).toHaveBeenCalledTimes(1);
    expect(await readFile(join(theirs.folder, 'key'), 'utf8')).toBe('of the model');
  });

  it('keeps what the real one refuses', async () => {
    const { appUrl } = await copy('notes');
    await withConnection(appUrl, async (client) => {
      await expect(client.query('truncate note')).rejects.toThrow(/permission denied/);
      await expect(client.query('create table mine (body text)')).rejects.toThrow(/permission denied/);
    });
  });

  it('is made anew after an attempt that failed', async () => {
    fill.mockRejectedValueOnce(new Error('half way'));
    await expect(copiedDatabase('attempts', fill)).rejects.toThrow('half way');
    expect(await notesIn(await copy('attempts'))).toEqual(['a']);
  });
});
