import type { Pool } from 'pg';

/** Key of a document: `document` is unique within its account. */
export interface TextKey {
  readonly account: string;
  readonly document: string;
}

/** A stored update. */
export interface TextRow {
  readonly seq: number;
  readonly update: Uint8Array;
  /** Null for the initial row, and for merged rows. */
  readonly author: string | null;
}

export interface StoredText {
  readonly epoch: number;
  readonly covered: number;
  readonly base: number;
  /** Bytes of all present rows. */
  readonly bytes: number;
  /** Number of the last row ever written; -1 = none. */
  readonly head: number;
  /** In quarantine: its rows are not applied because they would cost too much. */
  readonly isQuarantined: boolean;
  readonly rows: readonly TextRow[];
}

export interface Span {
  readonly covered: number;
  readonly head: number;
}

/** NOTIFY channel: a document changed; the payload names the notifying node. */
export const TEXT_CHANNEL = 'text_update';
/** Author of content that no user wrote. */
const NOBODY = '';

/** SQL: the gate is open, or its owner's lease expired. */
const OPEN = '(gate is null or gate_until <= clock_timestamp())';
const UNREVISED = '(reviser is null or reviser_until <= clock_timestamp())';
const RING = `pg_notify('${TEXT_CHANNEL}', json_build_array($1::uuid, $2::text, $3::text)::text)`;

/** SQL statements on documents; `node` identifies this node in notifications. */
export class TextStore {
  constructor(
    private readonly pool: Pool,
    readonly node: string,
  ) {}

  /** Document and rows in one snapshot; creates the document if there is none. */
  async load(key: TextKey): Promise<StoredText> {
    const found = await this.read(key);
    if (found) return found;
    await this.pool.query(
      'insert into vault.text_document (account_id, document) values ($1, $2) on conflict do nothing',
      [key.account, key.document],
    );
    const made = await this.read(key);
    if (!made) throw new Error(`text document ${key.document} is gone while it is opened`);
    return made;
  }

  private async read({ account, document }: TextKey): Promise<StoredText | null> {
    const { rows } = await this.pool.query<StoredText & (TextRow | { readonly seq: null })>(
      `select d.epoch, d.covered, d.base, d.bytes, d.head, d.quarantined_at is not null as "isQuarantined",
              u.seq, u.update, u.author
         from vault.text_document d
         left join vault.text_update u using (account_id, document)
        where d.account_id = $1 and d.document = $2 order by u.seq`,
      [account, document],
    );
    const [first] = rows;
    if (!first) return null;
    const { epoch, covered, base, bytes, head, isQuarantined } = first;
    const updates = rows.flatMap((row) => (row.seq === null ? [] : [row]));
    return { epoch, covered, base, bytes, head, isQuarantined, rows: updates };
  }

  /** Rows after a number, and how far revisions cover them; null when the document is gone. */
  async readAfter(key: TextKey, after: number): Promise<{ covered: number; rows: TextRow[] } | null> {
    const { rows } = await this.pool.query<{ covered: number } & (TextRow | { readonly seq: null })>(
      `select d.covered, u.seq, u.update, u.author
         from vault.text_document d
         left join vault.text_update u on u.account_id = d.account_id and u.document = d.document and u.seq > $3
        where d.account_id = $1 and d.document = $2 order by u.seq`,
      [key.account, key.document, after],
    );
    const [first] = rows;
    if (!first) return null;
    return { covered: first.covered, rows: rows.flatMap((row) => (row.seq === null ? [] : [row])) };
  }

  /** The documents among these that have newer rows or revisions. */
  async behind(
    held: readonly { readonly key: TextKey; readonly version: number; readonly covered: number }[],
  ): Promise<TextKey[]> {
    if (held.length === 0) return [];
    const { rows } = await this.pool.query<TextKey>(
      `select account_id as account, document
         from vault.text_document
         join unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) as held (account_id, document, version, known)
           using (account_id, document)
        where head > held.version or covered > held.known`,
      [
        held.map(({ key }) => key.account),
        held.map(({ key }) => key.document),
        held.map(({ version }) => version),
        held.map(({ covered }) => covered),
      ],
    );
    return rows;
  }

  /**
   * Writes the first row of a document without rows; false when another node did so meanwhile. Its client ids get no
   * author.
   * @param head of the document; above -1 when it had rows and was restarted
   */
  async seed(key: TextKey, head: number, update: Uint8Array, clients: readonly number[]): Promise<boolean> {
    const { rows } = await this.pool.query(
      `with doc as (
         update vault.text_document
            set head = head + 1, covered = head + 1, bytes = $4, written_at = clock_timestamp()
          where account_id = $1 and document = $2 and head = $7 returning account_id, head
       ), row as (
         insert into vault.text_update (account_id, document, seq, update, author, at)
         select account_id, $2, head, $5, null, clock_timestamp() from doc
       ), ids as (
         insert into vault.text_client (account_id, document, client_id, author)
         select account_id, $2, id, '${NOBODY}' from doc, unnest($6::bigint[]) id
       )
       select ${RING} from doc`,
      [key.account, key.document, this.node, update.length, update, clients, head],
    );
    return rows.length > 0;
  }

  /** Appends rows; returns the number of the last one, or null while the gate is closed. */
  async append(
    key: TextKey,
    updates: readonly { readonly update: Uint8Array; readonly author: string }[],
  ): Promise<number | null> {
    const { rows } = await this.pool.query<{ head: number }>(
      `with doc as (
         update vault.text_document
            set head = head + $4, bytes = bytes + $5, written_at = clock_timestamp()
          where account_id = $1 and document = $2 and ${OPEN} and quarantined_at is null
         returning account_id, head
       ), put as (
         insert into vault.text_update (account_id, document, seq, update, author, at)
         select account_id, $2, head - $4 + n, u, a, clock_timestamp()
           from doc, unnest($6::bytea[], $7::text[]) with ordinality as t (u, a, n)
       )
       select head, ${RING} from doc`,
      [
        key.account,
        key.document,
        this.node,
        updates.length,
        updates.reduce((sum, { update }) => sum + update.length, 0),
        updates.map(({ update }) => update),
        updates.map(({ author }) => author),
      ],
    );
    return rows[0]?.head ?? null;
  }

  /** Claims unused client ids for the author; returns the author of each id. */
  async claim(key: TextKey, author: string, clients: readonly number[]): Promise<Map<number, string>> {
    const { rows } = await this.pool.query<{ client_id: string; author: string }>(
      `insert into vault.text_client as c (account_id, document, client_id, author)
       select $1, $2, id, $3 from unnest($4::bigint[]) id order by id
       on conflict (account_id, document, client_id) do update set author = c.author
       returning client_id, author`,
      [key.account, key.document, author, clients],
    );
    return new Map(rows.map((row) => [Number(row.client_id), row.author]));
  }

  /** Puts a document in quarantine: no node applies its rows until an operator restarts it. */
  async quarantine(key: TextKey, row: number): Promise<void> {
    await this.pool.query(
      `with doc as (
         update vault.text_document set quarantined_at = clock_timestamp(), quarantined_row = $4
          where account_id = $1 and document = $2 and quarantined_at is null returning account_id
       )
       select ${RING} from doc`,
      [key.account, key.document, this.node, row],
    );
  }

  /** The documents among these that are still in quarantine. */
  async quarantined(keys: readonly TextKey[]): Promise<readonly TextKey[]> {
    if (keys.length === 0) return [];
    const { rows } = await this.pool.query<TextKey>(
      `select account_id as account, document
         from vault.text_document join unnest($1::uuid[], $2::text[]) as held (account_id, document)
           using (account_id, document)
        where quarantined_at is not null`,
      [keys.map(({ account }) => account), keys.map(({ document }) => document)],
    );
    return rows;
  }

  /** Takes the lease for cutting a revision; null when nothing is uncovered, or another node has it. */
  async takeRevision(key: TextKey, token: string, leaseMs: number): Promise<Span | null> {
    const { rows } = await this.pool.query<Span>(
      `update vault.text_document
          set reviser = $3, reviser_until = clock_timestamp() + $4 * interval '1 millisecond'
        where account_id = $1 and document = $2 and covered < head and ${OPEN} and ${UNREVISED}
          and quarantined_at is null
       returning covered, head`,
      [key.account, key.document, token, leaseMs],
    );
    return rows[0] ?? null;
  }

  /** Releases that lease, and records the covered row. */
  async endRevision(key: TextKey, token: string, covered: number): Promise<void> {
    await this.pool.query(
      `with doc as (
         update vault.text_document
            set covered = greatest(covered, $5),
                reviser = case when reviser = $4 then null else reviser end,
                reviser_until = case when reviser = $4 then null else reviser_until end
          where account_id = $1 and document = $2 returning account_id
       )
       select ${RING} from doc`,
      [key.account, key.document, this.node, token, covered],
    );
  }

  /** Documents with rows that stayed uncovered for this long. */
  async uncovered(olderThanMs: number, most: number): Promise<TextKey[]> {
    const { rows } = await this.pool.query<TextKey>(
      `select account_id as account, document from vault.text_document
        where covered < head and written_at < clock_timestamp() - $1 * interval '1 millisecond' and ${UNREVISED}
          and quarantined_at is null
        order by written_at limit $2`,
      [olderThanMs, most],
    );
    return rows;
  }

  /**
   * Replaces the covered rows up to a number by one; false when another node did so meanwhile.
   * @param update all of those rows
   */
  async prune(key: TextKey, upTo: number, update: Uint8Array): Promise<boolean> {
    const { rows } = await this.pool.query(
      `with doc as (
         update vault.text_document d
            set base = $3, bytes = bytes + octet_length($4::bytea) - (
                  select coalesce(sum(octet_length(u.update)), 0) from vault.text_update u
                   where u.account_id = d.account_id and u.document = d.document and u.seq <= $3)
          where account_id = $1 and document = $2 and base < $3 and covered >= $3
         returning account_id
       ), gone as (
         delete from vault.text_update u using doc
          where u.account_id = doc.account_id and u.document = $2 and u.seq < $3
       ), whole as (
         update vault.text_update u set update = $4, author = null
           from doc where u.account_id = doc.account_id and u.document = $2 and u.seq = $3
       )
       select from doc`,
      [key.account, key.document, upTo, update],
    );
    return rows.length > 0;
  }

  /** False while the gate is closed by another owner, or a revision is being cut. */
  async closeGate(key: TextKey, token: string, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update vault.text_document
          set gate = $3, gate_until = clock_timestamp() + $4 * interval '1 millisecond'
        where account_id = $1 and document = $2 and ${OPEN} and ${UNREVISED}`,
      [key.account, key.document, token, leaseMs],
    );
    return rowCount === 1;
  }

  /** Renews the lease; false when it had expired: there may be writes that the owner has not read. */
  async keepGate(key: TextKey, token: string, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update vault.text_document set gate_until = clock_timestamp() + $4 * interval '1 millisecond'
        where account_id = $1 and document = $2 and gate = $3 and gate_until > clock_timestamp()`,
      [key.account, key.document, token, leaseMs],
    );
    return rowCount === 1;
  }

  /** Opens the gate if it is still this owner's, and records the covered row in any case. */
  async openGate(key: TextKey, token: string, covered: number): Promise<void> {
    await this.pool.query(
      `with doc as (
         update vault.text_document
            set covered = greatest(covered, $5),
                gate = case when gate = $4 then null else gate end,
                gate_until = case when gate = $4 then null else gate_until end
          where account_id = $1 and document = $2 returning account_id
       )
       select ${RING} from doc`,
      [key.account, key.document, this.node, token, covered],
    );
  }
}
