import 'reflect-metadata';
import { joinRunning, StartError } from '@cotejo/database';
import { Refusal } from '@cotejo/http/contracts';
import { wordsOf } from '@cotejo/http/server';
import type { Logger } from 'pino';
import { commands } from './commands/commands.ts';
import { CircumstanceError, UsageError, type CommandContext } from './commands/command.ts';
import { ClosingStack } from './configuration/closing-stack.ts';
import { readConfiguration, type Configuration } from './configuration/configuration.ts';
import { createLogger } from './configuration/logger.ts';
import { storeRefusal } from './configuration/store-refusal.ts';
import { openContexts, type Contexts } from './contexts.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { loadErrorTexts } from './http/error-texts.ts';
import { NoAnswerError, NoTerminalError } from './terminal/ask.ts';
import { terminalLanguage, words } from './terminal/words.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Milliseconds that a command waits for a server that is being restarted. */
const PATIENCE_MS = 30_000;
/** Milliseconds between wake-ups of the keep-alive timer; it only needs to exist. */
const ALIVE_MS = 60_000;

/** Runs one command, beside a running server or with a database of its own. */
async function main(): Promise<number> {
  const read = readConfiguration(process.env);
  if (!read.ok) {
    complain(words('wrong_variables', { variables: read.variables.join(', ') }));
    return 1;
  }
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    if (name !== '') complain(words('unknown_command', { command: name }));
    complain(words('commands'));
    for (const { usage } of Object.values(commands)) complain(`  ${words(usage)}`);
    return 1;
  }
  const log = createLogger(read.configuration);
  const closing = new ClosingStack((step, err) => log.error({ step, err }, 'something did not close'));
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  // Without a handle Node ends a process whose command waits for something, with exit code 13.
  const alive = setInterval(() => undefined, ALIVE_MS);
  try {
    return await command.run(args, contextOf(read.configuration, log, closing, stop.signal));
  } catch (error) {
    const explained = explain((await storeRefusal(read.configuration, error)) ?? error, log);
    if (explained !== '') complain(explained);
    const isUsage = error instanceof UsageError && !(error instanceof CircumstanceError);
    if (isUsage) complain(words(command.usage));
    return 1;
  } finally {
    await closing.close();
    clearInterval(alive);
  }
}

function contextOf(
  configuration: Configuration,
  log: Logger,
  closing: ClosingStack,
  signal: AbortSignal,
): CommandContext {
  let foundation: Promise<Foundation> | null = null;
  let contexts: Promise<Contexts> | null = null;
  const openOnce = (): Promise<Foundation> => (foundation ??= open());
  const open = async (): Promise<Foundation> => {
    const external = configuration.databaseUrl !== undefined;
    const database = external ? null : await joinRunning(configuration.dataDir);
    return openFoundation({
      configuration,
      log,
      say,
      closing,
      signal,
      patienceMs: PATIENCE_MS,
      ...(database === null ? {} : { database }),
    });
  };
  return {
    say,
    complain,
    signal,
    patienceMs: PATIENCE_MS,
    mostImportedItems: configuration.mostImportedItems,
    foundation: openOnce,
    contexts: () =>
      (contexts ??= openOnce().then((opened) => openContexts({ foundation: opened, log, closing }))),
  };
}

/** Error text for the terminal; unexpected errors also go to the log. */
function explain(error: unknown, log: Logger): string {
  if (error instanceof Refusal)
    return wordsOf(loadErrorTexts(), error, terminalLanguage(), error.options.params);
  if (error instanceof StartError || error instanceof UsageError) return error.message;
  if (error instanceof NoAnswerError) return `\n${error.message}`;
  if (error instanceof NoTerminalError) return error.message;
  log.error({ err: error }, 'a command failed');
  return words('command_failed', { reason: String(error) });
}

process.exit(await main());
