/** The part of a `pg` pool that is used here. */
export interface NodeDatabase {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: Record<string, unknown>[] }>;
}

export interface NodeLanguagesOptions {
  readonly database: NodeDatabase;
  /** UUID of this process, new at each start. */
  readonly node: string;
  /** Newest readable version by type: `Upcaster.reads` of all contexts together. */
  readonly reads: Readonly<Record<string, number>>;
  readonly log?: { warn(details: object, message: string): void };
  /** Heartbeat interval in milliseconds. */
  readonly beat?: number;
  /** Milliseconds without a heartbeat after which a node counts as gone. */
  readonly patience?: number;
}

const BEAT = 5_000;
const PATIENCE = 30_000;

/**
 * Registry of the event versions that each node of the installation can read. Every node announces its own at start and
 * with each heartbeat; the writer asks before it writes a type or version for the first time. A node that joins later
 * and cannot read an event written meanwhile closes the rooms concerned: it never skips an event.
 */
export class NodeLanguages {
  private others: readonly Readonly<Record<string, unknown>>[] = [];
  private beating: NodeJS.Timeout | null = null;
  /** One heartbeat at a time: a late one would insert the row again after `stop` has deleted it. */
  private looking: Promise<void> | null = null;

  constructor(private readonly options: NodeLanguagesOptions) {}

  /** Announces this node and reads the other nodes; rejects when the database cannot be queried. */
  async start(): Promise<void> {
    await this.look();
    this.beating = setInterval(() => {
      this.looking ??= this.look()
        .catch((err: unknown) => this.options.log?.warn({ err }, 'nodes: no sign of life could be given'))
        .finally(() => (this.looking = null));
    }, this.options.beat ?? BEAT);
    this.beating.unref();
  }

  /** Deletes this node's row, so that the other nodes stop taking it into account. */
  async stop(): Promise<void> {
    if (this.beating) clearInterval(this.beating);
    this.beating = null;
    await this.looking;
    await this.options.database.query('delete from es.node where node_id = $1', [this.options.node]);
  }

  /** Whether every living node, this one included, reads the type in this version. */
  everyoneReads(type: string, schemaVersion: number): boolean {
    return [this.options.reads, ...this.others].every((reads) => Number(reads[type] ?? 0) >= schemaVersion);
  }

  /** Sends a heartbeat and reads the nodes with a recent one. */
  async look(): Promise<void> {
    const { database, node, reads, patience = PATIENCE } = this.options;
    await database.query(
      `insert into es.node (node_id, reads) values ($1, $2)
       on conflict (node_id) do update set reads = excluded.reads, seen_at = clock_timestamp()`,
      [node, JSON.stringify(reads)],
    );
    const { rows } = await database.query(
      `with gone as (delete from es.node where seen_at < clock_timestamp() - interval '1 day')
       select reads from es.node
        where node_id <> $1 and seen_at > clock_timestamp() - $2::float8 * interval '1 millisecond'`,
      [node, patience],
    );
    this.others = rows.map((row) => row['reads'] as Record<string, unknown>);
  }
}
