import type { RecordedEvent } from '@cotejo/event-store';
import type { Logger } from 'pino';
import { openArchive } from '../configuration/choose-store.ts';
import type { ClosingStack } from '../configuration/closing-stack.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Foundation } from '../foundation.ts';
import { LogSeals } from './log-seals.ts';
import { LogWitness } from './log-witness.ts';

export interface SealingOptions {
  readonly foundation: Pick<Foundation, 'store' | 'database' | 'clock'>;
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly closing: ClosingStack;
}

/**
 * Seals the log of this server, and witnesses it outside of the database.
 * @throws SigningKeyError for an unusable or missing configured key
 */
export async function startSealing(options: SealingOptions): Promise<void> {
  const { foundation, configuration, log, closing } = options;
  const clock = foundation.clock.now;
  const archive = openArchive(configuration, foundation.database, 'app');
  closing.add('log archive', () => archive.close());
  const { store } = foundation;
  const seals = new LogSeals({ store, archive, place: configuration, isClosing, clock, log });
  closing.add('seals', () => seals.stop());
  await seals.start();
  const witness = new LogWitness({
    store,
    place: configuration,
    onEvents: (events) => seals.note(events),
    log,
  });
  closing.add('log witness', () => witness.stop());
  await witness.start();
}

/** An audit was closed, or completed with its closing date. */
const isClosing = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): boolean =>
  type === 'AuditStatusChanged' && (data['to'] === 'closed' || data['closedOn'] != null);
