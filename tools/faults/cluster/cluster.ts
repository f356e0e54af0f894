import { mkdir, chmod } from 'node:fs/promises';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultyDatabase } from './database.ts';
import { Gate } from './gate.ts';
import { ServerNode } from './server-node.ts';
import { SmallDisk } from './small-disk.ts';

export interface ClusterOptions {
  readonly folder: string;
  readonly program: string;
  readonly nodes: number;
  /** Environment of every node, in addition to the variables set by the cluster. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Aborts the start. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  readonly onDeath: (node: string, how: string) => void;
}

/** Milliseconds for the first start, which creates the demo, on a machine that does other work as well. */
const START_MS = 240_000;

/** Server processes on one Postgres, with all connections through gates. */
export class Cluster {
  /** Running nodes to which no client is routed. */
  readonly shunned = new Set<ServerNode>();

  private constructor(
    readonly database: FaultyDatabase,
    readonly dataDir: string,
    /** Null if this process may not mount a file system. */
    readonly disk: SmallDisk | null,
    readonly nodes: readonly ServerNode[],
    /** One gate per node, between it and Postgres. */
    readonly databaseGates: readonly Gate[],
    readonly subscriberGate: Gate,
  ) {}

  static async start(
    options: ClusterOptions,
    atEnd: (close: () => Promise<unknown>) => void,
  ): Promise<Cluster> {
    const { folder, program, log, onDeath, signal } = options;
    const disk = await SmallDisk.mount(folder);
    if (disk) atEnd(() => disk.unmount());
    const dataDir = join(disk?.folder ?? folder, 'data');
    // When run as root, Postgres runs as another user, which must be able to enter.
    if (disk) await chmod(disk.folder, 0o711);
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o711);
    const database = await FaultyDatabase.start(dataDir, log, signal);
    atEnd(() => database.stop());

    const port = Number(new URL(database.appUrl).port);
    const openGate = async (): Promise<Gate> => {
      const gate = await new Gate(() => ({ host: '127.0.0.1', port })).open();
      atEnd(() => gate.close());
      return gate;
    };
    const gates = await Promise.all(Array.from({ length: options.nodes }, openGate));
    let isSeeded = false;
    const nodes = gates.map(
      (gate, index) =>
        new ServerNode({
          name: `node-${index}`,
          program,
          environment: () => ({
            ...options.environment,
            NODE_ENV: 'test',
            HOST: '127.0.0.1',
            PORT: '0',
            LOG_LEVEL: 'info',
            DATA_DIR: dataDir,
            DATABASE_URL: gate.through(database.appUrl),
            DATABASE_OWNER_URL: gate.through(database.ownerUrl),
            COTEJO_SEED_DEMO: isSeeded ? '0' : '1',
          }),
          logFile: join(folder, `node-${index}.log`),
          onDeath: (how) => onDeath(`node-${index}`, how),
          onPid: (pid) => appendFileSync(join(folder, 'pids'), `${pid}\n`),
        }),
    );
    const cluster = new Cluster(database, dataDir, disk, nodes, gates, await openGate());
    atEnd(() => Promise.all(nodes.map((node) => node.stop())));
    // The first node creates the demo account; the others find it.
    for (const node of nodes) {
      signal.throwIfAborted();
      node.start();
      if (!(await node.isUp(START_MS, signal))) throw new Error(`${node.name} did not start`);
      isSeeded = true;
    }
    return cluster;
  }

  /** Routes like a load balancer: to the preferred node, or to another one that is up. */
  route(preferred: number): { readonly host: string; readonly port: number } | null {
    const isGood = (node: ServerNode): boolean =>
      (node.state === 'up' || node.state === 'paused') && !this.shunned.has(node);
    const first = this.nodes[preferred % this.nodes.length];
    const chosen = first && isGood(first) ? first : this.nodes.find(isGood);
    return chosen?.port == null ? null : { host: '127.0.0.1', port: chosen.port };
  }
}
