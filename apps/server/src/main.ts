import { StartError } from '@cotejo/database';
import { readConfiguration } from './configuration/configuration.ts';
import { createLogger } from './configuration/logger.ts';
import { demoPeopleOf } from './demo/demo-people.ts';
import { firmAccount } from './demo/firm-account.ts';
import { startServer } from './start-server.ts';
import { welcome } from './terminal/welcome.ts';
import { words } from './terminal/words.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Milliseconds between wake-ups of the keep-alive timer; it only needs to exist. */
const ALIVE_MS = 60_000;

/** Runs until a signal; a second signal forces the exit. */
async function main(): Promise<number> {
  const read = readConfiguration(process.env);
  if (!read.ok) {
    complain(words('wrong_variables', { variables: read.variables.join(', ') }));
    return 1;
  }
  const { configuration } = read;
  const log = createLogger(configuration);
  const stop = stopSignal();
  // Without a handle Node ends a process whose start waits for something, with exit code 13.
  const alive = setInterval(() => undefined, ALIVE_MS);
  try {
    const server = await startServer({ configuration, log, say, signal: stop });
    const hasFirm = server.foundation.access.state.account(firmAccount.id) !== null;
    say(
      welcome(
        server.address,
        server.demo ? [...demoPeopleOf(configuration), ...(hasFirm ? firmAccount.people : [])] : [],
      ),
    );
    if (!server.hasAccounts) say(words('no_accounts'));
    if (configuration.mailServer === null) say(words('mail_kept'));
    await aborted(stop);
    await server.stop();
    say(words('stopped'));
    return 0;
  } catch (error) {
    if (stop.aborted) {
      say(words('stopped'));
      return 0;
    }
    const expected = error instanceof StartError;
    complain(expected ? error.message : words('start_failed', { reason: String(error) }));
    if (!expected) log.fatal({ err: error }, 'the server did not start');
    return 1;
  } finally {
    clearInterval(alive);
  }
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      complain(words('forced'));
      process.exit(1);
    }
    say(words('stopping'));
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stop.signal;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

// A leaked handle must not keep a stopped server alive.
process.exit(await main());
