import { z } from 'zod';
import { readConfiguration } from '../../../apps/server/src/configuration/configuration.ts';
import { createLogger } from '../../../apps/server/src/configuration/logger.ts';
import { startServer, type RunningServer } from '../../../apps/server/src/start-server.ts';
import { nodeOrder, type NodeWord } from './node-words.ts';

/**
 * Runs one server of the product in this process until it is asked to stop, then ends the process. The first argument
 * is the number of milliseconds by which its clock is ahead of the machine's; the parent may change it later. `prepare`
 * runs before the parent is informed that the node serves.
 */
export async function serveNode(
  prepare: (server: RunningServer) => Promise<void> = async () => undefined,
): Promise<never> {
  let ahead = z.coerce.number().int().parse(process.argv[2]);
  const read = readConfiguration(process.env);
  if (!read.ok) throw new Error(read.variables.join(', '));
  const log = createLogger(read.configuration);
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  process.on('message', (message) => (ahead = nodeOrder.parse(message).ahead));
  // The parent is gone, so no process could stop this one.
  process.on('disconnect', () => process.exit(0));
  try {
    const server = await startServer({
      configuration: read.configuration,
      log,
      say: (line) => log.info(line),
      signal: stop.signal,
      clock: () => new Date(Date.now() + ahead),
    });
    await prepare(server);
    const word: NodeWord = { address: server.address };
    process.send?.(word);
    await new Promise<void>((resolve) => {
      if (stop.signal.aborted) resolve();
      stop.signal.addEventListener('abort', () => resolve());
    });
    await server.stop();
    process.exit(0);
  } catch (error) {
    log.fatal({ err: error }, 'the node did not start');
    process.exit(1);
  }
}
