import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { nodeWord, type NodeOrder } from './node-words.ts';
import { inTime, signal, sleep, within } from './processes.ts';

export interface ServerNodeOptions {
  readonly name: string;
  /** Path of the bundle to run. */
  readonly program: string;
  /** Environment, evaluated at each start. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Path of its log file. */
  readonly logFile: string;
  /** Called when it ended while serving, without a request to stop. */
  readonly onDeath: (how: string) => void;
  readonly onPid: (pid: number) => void;
}

export type NodeState = 'starting' | 'up' | 'paused' | 'down';

const AGAIN_MS = 100;
const STOP_MS = 15_000;
const READY_MS = 1_000;

/** One server process; restarted whenever it ends, as by a service manager. */
export class ServerNode {
  state: NodeState = 'down';
  port: number | null = null;
  private child: ChildProcess | null = null;
  private isWanted = true;
  private wasKilled = false;
  private ahead = 0;
  private running: Promise<void> | null = null;

  constructor(private readonly options: ServerNodeOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** Pid of the current process; null between two. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  start(): void {
    this.isWanted = true;
    this.running ??= this.keepRunning();
  }

  /** @throws the signal's reason */
  isUp(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    return within(milliseconds, () => {
      signal.throwIfAborted();
      return this.state === 'up';
    });
  }

  /** Whether its readiness check succeeds, as a load balancer sees it. */
  async isReady(): Promise<boolean> {
    if (this.state !== 'up' || this.port === null) return false;
    const asked = fetch(`http://127.0.0.1:${this.port}/health/ready`, {
      signal: AbortSignal.timeout(READY_MS),
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    });
    // An abort in the middle of the answer can leave a fetch that never settles.
    return inTime(asked, 2 * READY_MS).catch(() => false);
  }

  kill(): void {
    if (this.child?.pid === undefined) return;
    this.wasKilled = true;
    signal(this.child.pid, 'SIGKILL');
    this.state = 'down';
  }

  /** Suspends it: the system still accepts connections, which get no answer. */
  pause(): boolean {
    if (this.child?.pid === undefined || this.state !== 'up') return false;
    signal(this.child.pid, 'SIGSTOP');
    this.state = 'paused';
    return true;
  }

  resume(): void {
    if (this.child?.pid === undefined || this.state !== 'paused') return;
    signal(this.child.pid, 'SIGCONT');
    this.state = 'up';
  }

  /** Sets its clock this many milliseconds ahead of the machine's; also after a restart. */
  setClock(ahead: number): void {
    this.ahead = ahead;
    const order: NodeOrder = { ahead };
    if (this.child?.connected) this.child.send(order, () => undefined);
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    const { child } = this;
    if (child?.pid !== undefined) {
      this.wasKilled = true;
      this.resume();
      signal(child.pid, 'SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await this.running;
      clearTimeout(late);
    }
    await this.running;
    this.running = null;
  }

  private async keepRunning(): Promise<void> {
    while (this.isWanted) {
      await this.runOnce();
      if (this.isWanted) await sleep(AGAIN_MS);
    }
  }

  private runOnce(): Promise<void> {
    const { program, environment, logFile, onDeath, onPid } = this.options;
    const log = openSync(logFile, 'a');
    const child = fork(program, [String(this.ahead)], {
      env: { PATH: process.env['PATH'] ?? '', ...environment() },
      stdio: ['ignore', log, log, 'ipc'],
      // Detached from Ctrl-C, which must reach only this process: it stops the nodes in order.
      detached: true,
      execArgv: [],
    });
    closeSync(log);
    this.child = child;
    this.state = 'starting';
    this.wasKilled = false;
    if (child.pid !== undefined) onPid(child.pid);
    child.on('message', (message) => {
      this.port = Number(new URL(nodeWord.parse(message).address).port);
      this.state = 'up';
    });
    return new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', (code, how) => {
        const served = this.state === 'up' || this.state === 'paused';
        this.state = 'down';
        this.child = null;
        if (served && !this.wasKilled) onDeath(how ?? `exit ${code ?? ''}`);
        resolve();
      });
    });
  }
}
