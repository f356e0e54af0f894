import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditStream } from '@cotejo/audits-contracts';
import { AUDITS_SERVICES } from '@cotejo/audits-server';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedDemoAccount } from '../demo/seed-demo-account.ts';
import { CircumstanceError, UsageError } from './command.ts';
import { CommandPlace } from './command-place.fixture.ts';
import { importCatalogue } from './import-catalogue.ts';
import { texts } from './texts.ts';

let place: CommandPlace;
const step = { account: '', audit: '', id: '' };
const unknownAccount = crypto.randomUUID();
const documentOf = ({ audit, id }: typeof step): string => `${audit}.${id}`;

beforeAll(async () => {
  vi.stubEnv('LC_ALL', 'es_CO.UTF-8');
  place = await CommandPlace.open();
  const file = join(place.folder, 'catalogue.json');
  await writeFile(file, JSON.stringify(sampleCatalogue));
  const { db } = (await place.openContexts()).ground.the(AUDITS_SERVICES);
  await seedDemoAccount(place.foundation.access);
  await place.run(importCatalogue, 'oscal', file, '--audit', 'Textos');
  const [found] = await db.query<(typeof step)[]>(
    "select account_id as account, audit_id as audit, id from read.tree_item where type = 'step' limit 1",
  );
  Object.assign(step, found);
  await place.foundation.pool.query(
    `insert into vault.text_document (account_id, document, head, covered, quarantined_at, quarantined_row)
     values ($1, $2, 4, 2, now(), 3)
     on conflict (account_id, document) do update
       set head = 4, covered = 2, base = least(vault.text_document.base, 2), quarantined_at = now(), quarantined_row = 3`,
    [step.account, documentOf(step)],
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

async function lastEvent(): Promise<object> {
  const newest = place.foundation.store.read(auditStream(step.audit), { direction: 'backwards', limit: 1 });
  for await (const { type, data, meta } of newest) return { type, data, actor: meta.actor };
  return {};
}

describe('npm run texts --', () => {
  it('status tells which documents are in quarantine, and what to do', async () => {
    const { code, text } = await run('status');
    expect(code).toBe(2);
    expect(text).toContain(documentOf(step));
    expect(text).toContain('npm run texts -- restart');
  });

  it('restart begins one anew, and the log says who ordered it, why and from where', async () => {
    const { code, text } = await run('restart', documentOf(step), '--reason', 'ataque', '--by', 'Ana');
    expect(code).toBe(0);
    expect(text).toContain('empieza de nuevo');
    expect(await run('status')).toEqual({ code: 0, text: 'No hay textos en cuarentena.' });
    const data = { id: step.id, from: 4, to: 2, operator: 'Ana', reason: 'ataque' };
    expect(await lastEvent()).toEqual({ type: 'TextsRestarted', data, actor: 'system:operator' });
  });

  it.each<[string, readonly string[], new () => Error]>([
    ['nothing to do', [], UsageError],
    ['no reason', ['restart', 'hoja'], UsageError],
    ['a reason of two lines', ['restart', 'hoja', '--reason', 'una\ndos'], UsageError],
    ['one that is not in quarantine', ['restart', 'otra', '--reason', 'x'], CircumstanceError],
    [
      'one that is not there',
      ['restart', 'otra', '--reason', 'x', '--account', unknownAccount],
      CircumstanceError,
    ],
  ])('refuses %s', async (_, args, error) => {
    await expect(run(...args)).rejects.toBeInstanceOf(error);
  });
});
