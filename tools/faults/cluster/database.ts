import { startEmbedded, withConnection, type EmbeddedDatabase } from '@cotejo/database';
import { signal, within } from './processes.ts';

/** Backends affected by a fault. */
export type BackendChoice = 'writer' | 'listener' | 'random' | 'all';

interface Backend {
  readonly pid: number;
  readonly application_name: string;
}

const NAMED: Readonly<Partial<Record<BackendChoice, RegExp>>> = {
  writer: /^cotejo-append$/,
  listener: /^cotejo-listen$/,
};

/** The product's embedded Postgres, with methods to inject faults into it. */
export class FaultyDatabase {
  private constructor(private readonly embedded: EmbeddedDatabase) {}

  static async start(
    dataDir: string,
    log: (line: string) => void,
    signal: AbortSignal,
  ): Promise<FaultyDatabase> {
    const database = new FaultyDatabase(await startEmbedded({ dataDir, log, signal }));
    await withConnection(database.adminUrl, async (client) => {
      // Keeps the small disk small, and leaves no old segments to reuse when it is full.
      await client.query(`alter system set max_wal_size = '160MB'`);
      await client.query(`alter system set min_wal_size = '32MB'`);
      // One sync call for the whole disk instead of one per file: recovery takes a second less.
      await client.query(`alter system set recovery_init_sync_method = 'syncfs'`);
      await client.query('select pg_reload_conf()');
    });
    return database;
  }

  get adminUrl(): string {
    return this.embedded.adminUrl;
  }
  get ownerUrl(): string {
    return this.embedded.ownerUrl;
  }
  get appUrl(): string {
    return this.embedded.appUrl;
  }

  /** Ends sessions like an administrator. */
  async terminate(choice: BackendChoice, pick: (backends: readonly number[]) => number): Promise<void> {
    const chosen = await this.backends(choice, pick);
    await withConnection(this.adminUrl, (client) =>
      client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [chosen]),
    );
  }

  /** Kills backend processes: Postgres then ends all others and recovers. */
  async kill(choice: BackendChoice, pick: (backends: readonly number[]) => number): Promise<void> {
    for (const pid of await this.backends(choice, pick)) signal(pid, 'SIGKILL');
  }

  /** Kills the postmaster; with `all`, its whole process group at once. The product restarts it. */
  killPostmaster(all: boolean): void {
    const pid = this.embedded.postgresPid();
    signal(all ? -pid : pid, 'SIGKILL');
  }

  /** Starts new WAL segments: on a full disk there is no room for one. */
  async switchSegments(count: number): Promise<void> {
    await withConnection(this.adminUrl, async (client) => {
      for (let n = 0; n < count; n++) {
        await client.query('select pg_logical_emit_message(true, $1, $2)', ['fill', 'x'.repeat(1_000)]);
        await client.query('select pg_switch_wal()');
      }
    }).catch(() => undefined); // Postgres is expected to die of it
  }

  async isUp(): Promise<boolean> {
    return withConnection(this.adminUrl, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    );
  }

  /** @throws Error when it does not answer in time */
  async back(milliseconds: number): Promise<void> {
    if (!(await within(milliseconds, () => this.isUp(), 50))) throw new Error('Postgres did not come back');
  }

  stop(): Promise<void> {
    return this.embedded.stop();
  }

  private async backends(
    choice: BackendChoice,
    pick: (backends: readonly number[]) => number,
  ): Promise<readonly number[]> {
    const { rows } = await withConnection(this.adminUrl, (client) =>
      client.query<Backend>(
        `select pid, application_name from pg_stat_activity
          where datname = 'cotejo' and usename <> current_user and backend_type = 'client backend' order by pid`,
      ),
    );
    const named = NAMED[choice];
    const pids = rows
      .filter(({ application_name }) => !named || named.test(application_name))
      .map(({ pid }) => pid);
    if (choice === 'all' || pids.length === 0) return pids;
    return [pick(pids)];
  }
}
