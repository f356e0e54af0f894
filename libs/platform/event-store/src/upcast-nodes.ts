/** As much of a pool of `pg` as is needed here. */
export interface NodeDatabase {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: Record<string, unknown>[] }>;
}

export interface NodeLanguagesOptions {
  readonly database: NodeDatabase;
  /** UUID of this process, new with each start. */
  readonly node: string;
  /** Newest version by type that this program reads: `Upcaster.reads`, of all contexts together. */
  readonly reads: Readonly<Record<string, number>>;
  readonly log?: { warn(details: object, message: string): void };
  /** Milliseconds between two signs of life. */
  readonly beat?: number;
  /** Milliseconds without one after which a node counts as gone. */
  readonly patience?: number;
}

const BEAT = 5_000;
const PATIENCE = 30_000;

/**
 * What the nodes of an installation can read. Each says so when it starts and while it lives; the writer asks
 * before it writes a type or version for the first time. A node that comes later and cannot read what was
 * written meanwhile closes the rooms concerned: it never passes an event over.
 */
export class NodeLanguages {
  private others: readonly Readonly<Record<string, unknown>>[] = [];
  private beating: NodeJS.Timeout | null = null;
  /** One at a time: a word that came late would stand after this node took it back. */
  private looking: Promise<void> | null = null;

  constructor(private readonly options: NodeLanguagesOptions) {}

  /** Announces this node and looks who else is there; rejects when the database cannot be asked. */
  async start(): Promise<void> {
    await this.look();
    this.beating = setInterval(() => {
      this.looking ??= this.look()
        .catch((err: unknown) => this.options.log?.warn({ err }, 'nodes: no sign of life could be given'))
        .finally(() => (this.looking = null));
    }, this.options.beat ?? BEAT);
    this.beating.unref();
  }

  /** Takes this node's word back: nobody has to wait for it any more. */
  async stop(): Promise<void> {
    if (this.beating) clearInterval(this.beating);
    this.beating = null;
    await this.looking;
    await this.options.database.query('delete from es.node where node_id = $1', [this.options.node]);
  }

  /** Whether every living node, this one included, reads a type in a version. */
  everyoneReads(type: string, schemaVersion: number): boolean {
    return [this.options.reads, ...this.others].every((reads) => Number(reads[type] ?? 0) >= schemaVersion);
  }

  /** Gives a sign of life and looks who else has given one lately. */
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

/** Joins what several contexts read. @throws when two of them name one type */
export function readsOfAll(
  ...each: readonly Readonly<Record<string, number>>[]
): Readonly<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const [type, version] of each.flatMap(Object.entries<number>)) {
    if (Object.hasOwn(all, type)) throw new Error(`two contexts read "${type}"`);
    all[type] = version;
  }
  return all;
}
