import { readFileSync } from 'node:fs';
import type { ServerNode } from '../../faults/cluster/server-node.ts';
import { sleep } from '../../faults/cluster/processes.ts';
import type { Kind } from '../orders.ts';
import type { RunningKinds } from './running-kinds.ts';

const EVERY_MS = 250;
const MEGABYTE = 1_048_576;
/** Largest delay since the last scrape: prom-client resets it at each reading. */
const DELAY = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;
/** Milliseconds that the measuring timer itself waits (prom-client samples every 10 ms). */
const RESOLUTION_MS = 10;

interface Delay {
  readonly node: string;
  readonly ms: number;
  readonly kinds: readonly Kind[];
}

/** Reads each node's own metrics during attacks: event-loop delay and memory. */
export class NodeWatch {
  readonly delays: Delay[] = [];
  /** Peak megabytes by node. */
  readonly peaks = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly loops: Promise<void>[];

  constructor(
    private readonly nodes: readonly ServerNode[],
    private readonly running: readonly RunningKinds[],
  ) {
    this.loops = nodes.map((node, index) => this.watch(node, index));
  }

  /** Worst delay of any node during attacks of a kind; null for times without attacks. */
  worstBeside(kind: Kind | null): number {
    const own = this.delays.filter(({ kinds }) =>
      kind === null ? kinds.length === 0 : kinds.includes(kind),
    );
    return Math.max(0, ...own.map(({ ms }) => ms));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  private async watch(node: ServerNode, index: number): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await sleep(EVERY_MS);
      const { pid, port } = node;
      if (pid === null || port === null) continue;
      const resident = residentMegabytes(pid);
      this.peaks.set(node.name, Math.max(this.peaks.get(node.name) ?? 0, resident));
      const began = performance.now();
      const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: this.stopping.signal }).then(
        (answer) => answer.text(),
        () => '',
      );
      const waited = performance.now() - began;
      const told = Number(DELAY.exec(text)?.[1] ?? NaN) * 1_000 - RESOLUTION_MS;
      const kinds = this.running[index]?.takeSinceLastLook() ?? [];
      // A blocked node reports nothing; the time of the request is then a lower bound of its delay.
      const isGone = node.pid !== pid;
      const ms = Number.isNaN(told) ? waited : told;
      if (!isGone) this.delays.push({ node: node.name, ms: Math.max(0, ms), kinds });
    }
  }
}

/** Resident memory of a process in megabytes; NaN where there is no `/proc`. */
export function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN) * 1_024) / MEGABYTE;
  } catch {
    return NaN;
  }
}
