import { StartError, withOwner, type Database } from '@cotejo/database';
import { SCHEMA_VERSION } from '@cotejo/event-store/postgres';
import { migrations } from './database-schemas.ts';

type Place = Pick<Database, 'ownerUrl'>;

/**
 * Refuses a database that a newer release migrated.
 * @throws StartError `database_newer`
 */
export async function refuseNewerRelease({ ownerUrl }: Place): Promise<void> {
  const { log, names } = await readRelease(ownerUrl);
  const known = namesOfOurs();
  const unknown = names.find((name) => !known.includes(name));
  if (log > SCHEMA_VERSION || unknown !== undefined)
    throw new StartError('database_newer', { found: unknown ?? `es ${log}` });
}

/**
 * Refuses a command beside a server of another release, whose database must not be migrated.
 * @throws StartError `server_older`, `database_newer`
 */
export async function refuseOtherRelease(database: Place): Promise<void> {
  await refuseNewerRelease(database);
  const { log, names } = await readRelease(database.ownerUrl);
  const isOlder = log < SCHEMA_VERSION || namesOfOurs().some((name) => !names.includes(name));
  if (isOlder) throw new StartError('server_older');
}

const namesOfOurs = (): string[] => migrations.map((Migration) => new Migration().name);

/** Schema version of the log and names of the other migrations that ran; empty for a new database. */
function readRelease(ownerUrl: string): Promise<{ readonly log: number; readonly names: string[] }> {
  return withOwner(ownerUrl, async (client) => {
    const { rows: there } = await client.query<{ log: boolean; others: boolean }>(
      `select to_regclass('es.migration') is not null as log, to_regclass('migrations') is not null as others`,
    );
    const { rows: versions } = there[0]?.log
      ? await client.query<{ version: number }>(
          'select coalesce(max(version), 0) as version from es.migration',
        )
      : { rows: [] };
    const { rows: ran } = there[0]?.others
      ? await client.query<{ name: string }>('select name from migrations')
      : { rows: [] };
    return { log: versions[0]?.version ?? 0, names: ran.map(({ name }) => name) };
  });
}
