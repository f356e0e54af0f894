import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CircumstanceError, UsageError } from './command.ts';
import { CommandPlace } from './command-place.fixture.ts';
import { texts } from './texts.ts';

let place: CommandPlace;
const account = crypto.randomUUID();

beforeAll(async () => {
  vi.stubEnv('LC_ALL', 'es_CO.UTF-8');
  place = await CommandPlace.open();
  await place.foundation.pool.query(
    `insert into vault.text_document (account_id, document, head, covered, quarantined_at, quarantined_row)
     values ($1, 'hoja', 4, 2, now(), 3)`,
    [account],
  );
});
afterAll(async () => {
  await place.close();
  vi.unstubAllEnvs();
});

const run = async (...args: string[]) => ({
  code: await place.run(texts, ...args),
  text: place.said.join('\n'),
});

describe('npm run texts --', () => {
  it('status tells which documents are in quarantine, and what to do', async () => {
    const { code, text } = await run('status');
    expect(code).toBe(2);
    expect(text).toContain('hoja');
    expect(text).toContain('npm run texts -- restart');
  });

  it('restart begins one anew, and keeps who did it and why', async () => {
    const { code, text } = await run('restart', 'hoja', '--reason', 'ataque', '--by', 'Ana');
    expect(code).toBe(0);
    expect(text).toContain('«hoja» empieza de nuevo');
    expect(await run('status')).toEqual({ code: 0, text: 'No hay textos en cuarentena.' });
    const { rows } = await place.foundation.pool.query(
      'select document, epoch, by, reason from vault.text_repair',
    );
    expect(rows).toEqual([{ document: 'hoja', epoch: 1, by: 'Ana', reason: 'ataque' }]);
  });

  it.each<[string, readonly string[], new () => Error]>([
    ['nothing to do', [], UsageError],
    ['no reason', ['restart', 'hoja'], UsageError],
    ['one that is not in quarantine', ['restart', 'otra', '--reason', 'x'], CircumstanceError],
    ['one that is not there', ['restart', 'otra', '--reason', 'x', '--account', account], CircumstanceError],
  ])('refuses %s', async (_, args, error) => {
    await expect(run(...args)).rejects.toBeInstanceOf(error);
  });
});
