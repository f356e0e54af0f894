import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  FakeKurrentDb,
  MEASURED_PACE,
} from '../../../libs/platform/event-store/src/kurrent/fake/fake-kurrentdb.fixture.ts';
import type { BenchRun } from '../run-bench.ts';

/** An empty log in KurrentDB. */
export interface KurrentServer {
  readonly url: string;
  readonly namespace: string;
}

const FAKE = 'COTEJO_BENCH_FAKE_KURRENT';
const SERVER_URL = process.env['KURRENTDB_URL']?.trim() || undefined;

/** Whether the bench runs on the server that `KURRENTDB_URL` names, not on the fake. */
export const isRealServer = SERVER_URL !== undefined;
/** Whether this process was started to be the fake. */
export const isFakeServer = process.env[FAKE] !== undefined;

/** Serves the fake, as slow as a real server was measured to be, until the bench ends. */
export async function serveFake(): Promise<never> {
  const fake = await FakeKurrentDb.start();
  Object.assign(fake.mischief, MEASURED_PACE);
  process.send?.(fake.url);
  await once(process, 'disconnect');
  process.exit();
}

/** A namespace of its own on the server that `KURRENTDB_URL` names, else a fake in a process of its own. */
export async function openKurrent(run: BenchRun): Promise<KurrentServer> {
  const namespace = `cotejo-bench-${randomUUID()}/`;
  if (SERVER_URL !== undefined) return { url: SERVER_URL, namespace };
  const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, [FAKE]: '1' } });
  run.atEnd(() => void (child.connected && child.disconnect()));
  const [url] = (await once(child, 'message', { signal: run.signal })) as [unknown];
  return { url: String(url), namespace };
}
