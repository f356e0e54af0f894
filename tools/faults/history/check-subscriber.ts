import type { RecordedEvent } from '@cotejo/event-store';
import { nameOf } from './log-checker.ts';
import { violation, type Violation } from './violation.ts';

/** Fields that identify an event and reveal changed contents. */
export type Seen = Pick<RecordedEvent, 'stream' | 'version' | 'type' | 'id' | 'position' | 'link'>;

/**
 * A subscriber must receive the events of the log in order, none missing, none twice. Reports the first difference.
 *
 * @param expected events of the log in the range that the subscriber has gone through
 * @param isWhole the subscriber is at the end of that range
 */
export function checkSubscriber(
  who: string,
  expected: readonly RecordedEvent[],
  seen: readonly Seen[],
  isWhole: boolean,
): Violation[] {
  for (const [index, event] of seen.entries()) {
    const wanted = expected[index];
    if (wanted && isSame(wanted, event)) continue;
    const label = `${who}: ${event.stream} ${event.version} ${event.type} at ${event.position}`;
    if (seen.slice(0, index).some((one) => one.id === event.id)) {
      return [violation('subscriber-repeat', label)];
    }
    const place = expected.findIndex(({ id }) => id === event.id);
    const stored = expected[place];
    if (!stored || !isSame(stored, event)) return [violation('subscriber-stranger', label)];
    const skipped = expected.slice(index, place);
    const comesLater = skipped.some(({ id }) => seen.slice(index).some((one) => one.id === id));
    const first = skipped[0];
    return [
      violation(
        comesLater ? 'subscriber-reordered' : 'subscriber-gap',
        `${label}, before it ${first ? nameOf(first) : '?'}`,
      ),
    ];
  }
  const missing = expected[seen.length];
  if (!isWhole || !missing) return [];
  return [violation('subscriber-gap', `${who}: never saw ${nameOf(missing)} at ${missing.position}`)];
}

const isSame = (a: Seen, b: Seen): boolean =>
  a.id === b.id &&
  a.stream === b.stream &&
  a.version === b.version &&
  a.type === b.type &&
  a.position === b.position &&
  a.link === b.link;
