import type { Logger } from 'pino';
import { openArchive } from '../configuration/choose-store.ts';
import type { ClosingStack } from '../configuration/closing-stack.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Foundation } from '../foundation.ts';
import { DailySeals } from './daily-seals.ts';

export interface SealingOptions {
  readonly foundation: Pick<Foundation, 'store' | 'database' | 'clock'>;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly closing: ClosingStack;
}

/**
 * Seals the log of this server every day.
 * @throws SigningKeyError for a key that is there, or should be, and cannot be used
 */
export async function startSealing(options: SealingOptions): Promise<void> {
  const { foundation, configuration, log, closing } = options;
  const clock = foundation.clock.now;
  const archive = openArchive(configuration, foundation.database, 'app');
  closing.add('log archive', () => archive.close());
  const seals = new DailySeals({ store: foundation.store, archive, place: configuration, clock, log });
  closing.add('daily seals', () => seals.stop());
  await seals.start();
}
