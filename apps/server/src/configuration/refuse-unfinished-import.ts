import { StartError, withOwner, type Database } from '@cotejo/database';

/**
 * Refuses a partly imported log, which looks complete: it must not be served, sealed, exported or backed up.
 * @throws StartError `import_unfinished`
 */
export async function refuseUnfinishedImport({ ownerUrl }: Pick<Database, 'ownerUrl'>): Promise<void> {
  const unfinished = await withOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (
         select from es.store where importing union all select from es.kurrent_index where importing
       ) as found`,
    );
    return rows[0]?.found === true;
  });
  if (unfinished) throw new StartError('import_unfinished');
}
