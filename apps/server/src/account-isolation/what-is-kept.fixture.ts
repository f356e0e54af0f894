import pg from 'pg';

/** Streams of an account with their versions, and its rows in the vault. */
export interface Kept {
  readonly streams: readonly string[];
  readonly vault: Readonly<Record<string, string>>;
}

const OF_ACCOUNT = `
  select distinct stream_id from es.event where meta->>'account' = $1 or position($1 in stream_id) > 0`;

/** All data of an account in the log and the vault. */
export async function whatIsKept(ownerUrl: string, account: string): Promise<Kept> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: streams } = await client.query<{ line: string }>(
      `select stream_id || ' ' || max(version) || ' ' || max(position) as line
         from es.event where stream_id in (${OF_ACCOUNT}) group by stream_id order by 1`,
      [account],
    );
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'vault' and column_name = 'account_id' order by 1`,
    );
    const vault: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ all: string | null }>(
        `select string_agg(t::text, E'\\n' order by t::text) as all from vault."${name}" t where account_id = $1`,
        [account],
      );
      vault[name] = rows[0]?.all ?? '';
    }
    return { streams: streams.map(({ line }) => line), vault };
  } finally {
    await client.end();
  }
}

/** Events of an account that contain any of these words. */
export async function eventsNaming(
  ownerUrl: string,
  account: string,
  words: readonly string[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(
      `select distinct type || ' ' || word as line
         from es.event, unnest($2::text[]) as word
        where meta->>'account' = $1 and position(word in data::text || stream_id) > 0 order by 1`,
      [account, words],
    );
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}
