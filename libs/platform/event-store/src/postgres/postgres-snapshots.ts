import type { Pool } from 'pg';
import type { JsonValue, Snapshot, SnapshotKey, SnapshotStore } from '../port.ts';

/** Snapshots in `es.snapshot`; stored as `json`, not `jsonb`, because a fold may depend on the order of keys. */
export class PostgresSnapshots implements SnapshotStore {
  /** @param guarded maps errors and refuses work after close */
  constructor(private readonly guarded: <T>(work: (pool: Pool) => Promise<T>) => Promise<T>) {}

  async save({ stream, stateVersion, version, link, state }: Snapshot): Promise<void> {
    await this.guarded((pool) =>
      pool.query(
        `insert into es.snapshot (stream_id, state_version, version, link, state)
         values ($1, $2, $3, decode($4, 'hex'), $5) on conflict do nothing`,
        [stream, stateVersion, String(version), link, JSON.stringify(state)],
      ),
    );
  }

  async latest(stream: string, stateVersion: number, atMost?: bigint): Promise<Snapshot | null> {
    const { rows } = await this.guarded((pool) =>
      pool.query<{ version: string; link: string; state: JsonValue }>(
        `select version, encode(link, 'hex') as link, state from es.snapshot
          where stream_id = $1 and state_version = $2 and ($3::bigint is null or version <= $3)
          order by version desc limit 1`,
        [stream, stateVersion, atMost === undefined ? null : String(atMost)],
      ),
    );
    const [row] = rows;
    return row
      ? { stream, stateVersion, version: BigInt(row.version), link: row.link, state: row.state }
      : null;
  }

  async list(stream: string): Promise<readonly SnapshotKey[]> {
    const { rows } = await this.guarded((pool) =>
      pool.query<{ state_version: number; version: string }>(
        'select state_version, version from es.snapshot where stream_id = $1 order by version, state_version',
        [stream],
      ),
    );
    return rows.map((row) => ({ stateVersion: row.state_version, version: BigInt(row.version) }));
  }

  async drop(stream: string, keys: readonly SnapshotKey[]): Promise<void> {
    if (keys.length === 0) return;
    await this.guarded((pool) =>
      pool.query(
        `delete from es.snapshot s using unnest($2::integer[], $3::bigint[]) k(state_version, version)
          where s.stream_id = $1 and s.state_version = k.state_version and s.version = k.version`,
        [stream, keys.map((key) => key.stateVersion), keys.map((key) => String(key.version))],
      ),
    );
  }
}
