import { z } from 'zod';
import { readConfiguration } from '../../apps/server/src/configuration/configuration.ts';
import { createLogger } from '../../apps/server/src/configuration/logger.ts';
import { startServer } from '../../apps/server/src/start-server.ts';
import { nodeOrder, type NodeWord } from './cluster/node-words.ts';

/**
 * One server of the product, in a process of its own, told by its parent what its clock says. The first
 * argument is by how many milliseconds that clock is ahead at the start.
 */
let ahead = z.coerce.number().int().parse(process.argv[2]);

function tell(word: NodeWord): void {
  process.send?.(word);
}

async function main(): Promise<number> {
  const read = readConfiguration(process.env);
  if (!read.ok) throw new Error(read.variables.join(', '));
  const log = createLogger(read.configuration);
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  process.on('message', (message) => (ahead = nodeOrder.parse(message).ahead));
  // Nobody is left who could stop it.
  process.on('disconnect', () => process.exit(0));
  try {
    const server = await startServer({
      configuration: read.configuration,
      log,
      say: (line) => log.info(line),
      signal: stop.signal,
      clock: () => new Date(Date.now() + ahead),
    });
    tell({ address: server.address });
    await new Promise<void>((resolve) => {
      if (stop.signal.aborted) resolve();
      stop.signal.addEventListener('abort', () => resolve());
    });
    await server.stop();
    return 0;
  } catch (error) {
    log.fatal({ err: error }, 'the node did not start');
    return 1;
  }
}

process.exit(await main());
