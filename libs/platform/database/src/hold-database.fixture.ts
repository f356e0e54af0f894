import { startEmbedded } from './index.ts';

/** Separate process that holds a data folder until SIGTERM, so that a test can kill it. */
const [dataDir = ''] = process.argv.slice(2);

const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const stop = new AbortController();
// Postgres, its monitor and the lock's heartbeat don't keep a process alive; a server's port would.
setInterval(() => undefined, 60_000);
const asked = new Promise<void>((resolve) => {
  process.on('SIGTERM', () => {
    stop.abort();
    resolve();
  });
});

try {
  const database = await startEmbedded({
    dataDir,
    address: 'http://localhost:4321',
    log: (log) => tell({ log }),
    signal: stop.signal,
  });
  tell({ ready: true, postgres: database.postgresPid(), ownerUrl: database.ownerUrl });
  await asked;
  await database.stop();
  tell({ stopped: true });
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
process.exit();
