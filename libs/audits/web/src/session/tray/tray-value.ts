import type { AuditIntent } from '@cotejo/audits-contracts';
import type { RoomIntent, TrayEntry } from '@cotejo/rooms/client';
import { partsOf } from './intent-parts.ts';

/** The intents of a tray entry: the parts of a batch, or one. */
export const trayIntents = (entry: Pick<TrayEntry, 'intent'>): readonly AuditIntent[] =>
  partsOf(entry.intent);

/**
 * Text typed by the user in a tray entry, for reading and copying, one line per text. Null when there is
 * none: moves, statuses, deletions.
 */
export function trayValue(entry: Pick<TrayEntry, 'intent'>): string | null {
  const lines = trayIntents(entry).flatMap(writtenIn);
  return lines.length > 0 ? lines.join('\n') : null;
}

function writtenIn(intent: AuditIntent): string[] {
  switch (intent.kind) {
    case 'create_item':
      return [[intent.code, intent.name].filter(Boolean).join(' ')];
    case 'rename_item':
      return [intent.name];
    case 'recode_item':
      return intent.code === null ? [] : [intent.code];
    case 'copy_item':
      return intent.name === undefined ? [] : [intent.name];
    case 'describe_risk': {
      const { general, specific, factors, objectives } = intent.risk;
      return [...(general === null ? [] : [general]), ...specific, ...factors, ...objectives];
    }
    case 'set_values':
      return Object.values(intent.values).flatMap((value) =>
        typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
      );
    default:
      return textsOf(intent);
  }
}

/** Texts in an intent of a slice. */
const textsOf = ({ text, reason }: RoomIntent): string[] =>
  [text, reason].filter((one) => typeof one === 'string');
