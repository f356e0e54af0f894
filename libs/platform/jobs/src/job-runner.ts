import { TIME_ZONE } from '@cotejo/i18n';
import type { Pool } from 'pg';
import PgBoss from 'pg-boss';
import { DEAD, SCHEMA } from './schema.ts';

/** Work that comes back. It may be done twice, by two nodes at once too: it must be harmless to repeat. */
export interface Job {
  /** Five fields, read on the clocks of Bogotá: what is done for all accounts has no other zone. */
  readonly cron: string;
  /** Ends early, and well, once the signal is aborted: the node stops. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** A job that failed as often as it is tried. */
export interface DeadJob {
  readonly name: string;
  /** Times that it came to this since somebody tried it again. */
  readonly failures: number;
  readonly since: Date;
  /** Of the last time. */
  readonly error: string;
}

export interface JobRunnerOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: { warn(facts: object, message: string): void };
  /** Seconds between two looks at a queue; one node's looks cost a statement a queue. */
  readonly pollSeconds?: number;
  readonly retryLimit?: number;
}

const POLL_SECONDS = 20;
/** With a wait that doubles from half a minute: given up after about a quarter of an hour. */
const RETRY_LIMIT = 5;
const RETRY_DELAY_SECONDS = 30;
/** A job that runs longer is taken for lost, and tried again. */
const EXPIRE_MINUTES = 60;
/** Milliseconds that a stopping node waits for its jobs. */
const STOP_MS = 5_000;

/** Runs jobs on whichever node is free; any number of nodes share the queues. */
export class JobRunner {
  private readonly boss: PgBoss;
  private readonly stopping = new AbortController();
  private readonly options: Required<JobRunnerOptions>;

  constructor(options: JobRunnerOptions) {
    this.options = { pollSeconds: POLL_SECONDS, retryLimit: RETRY_LIMIT, ...options };
    const { pool, log } = this.options;
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: SCHEMA,
      migrate: false,
      cronWorkerIntervalSeconds: POLL_SECONDS,
    });
    // Without a listener an error ends the process; the next look tries again.
    this.boss.on('error', (err) => log.warn({ err }, 'jobs: the queues could not be read'));
  }

  /** @param jobs by their names, for each of which `installJobs` made a queue */
  async start(jobs: Readonly<Record<string, Job>>): Promise<void> {
    const { log, pollSeconds } = this.options;
    await this.boss.start();
    for (const [name, { cron, run }] of Object.entries(jobs)) {
      await this.boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
        try {
          await run(this.stopping.signal);
        } catch (err) {
          log.warn({ err, job: name }, 'jobs: failed, and is tried again');
          throw err;
        }
      });
      await this.boss.schedule(name, cron, { job: name }, { ...this.sending, tz: TIME_ZONE });
    }
    for (const { name } of await this.boss.getSchedules())
      if (!Object.hasOwn(jobs, name)) await this.boss.unschedule(name);
  }

  /** Resolves once the jobs of this node have ended, or after five seconds: another node does them then. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.boss.stop({ timeout: STOP_MS });
  }

  /** Has a job done soon, beside its times. */
  async send(name: string): Promise<void> {
    await this.boss.send(name, { job: name }, this.sending);
  }

  /** The last one to fail first. */
  async dead(): Promise<readonly DeadJob[]> {
    const { rows } = await this.options.pool.query<DeadJob>(
      `select data->>'job' as name, count(*)::int as failures, min(created_on) as since,
              (array_agg(coalesce(output->>'message', output->'value'->>'message', output::text)
                         order by created_on desc))[1] as error
         from ${SCHEMA}.job where name = $1 and state = 'created'
        group by 1 order by max(created_on) desc`,
      [DEAD],
    );
    return rows;
  }

  /** Tries a dead job again, once however often it died. False where no such job is dead. */
  async retry(name: string): Promise<boolean> {
    const { rowCount } = await this.options.pool.query(
      `delete from ${SCHEMA}.job where name = $1 and data->>'job' = $2`,
      [DEAD, name],
    );
    if (rowCount === 0) return false;
    await this.send(name);
    return true;
  }

  private get sending(): PgBoss.SendOptions {
    return {
      retryLimit: this.options.retryLimit,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      expireInMinutes: EXPIRE_MINUTES,
      deadLetter: DEAD,
    };
  }
}
