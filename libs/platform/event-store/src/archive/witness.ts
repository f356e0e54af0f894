import type { ArchivedEvent } from './log-archive.ts';
import type { LogFault } from './log-fault.ts';

/** An event recorded outside of the database when it arrived in the log. */
export interface WitnessedEvent {
  /** Position when it was recorded, for people only: positions are assigned anew when a log moves. */
  readonly position: string;
  readonly stream: string;
  readonly version: number;
  readonly link: string;
}

/** Compares a log, walked from its first event, with the witnessed events. */
export class WitnessCheck {
  /** Witnessed events that the walk has not met yet. */
  private readonly awaited = new Map<string, WitnessedEvent>();
  private lastPosition: string | null = null;

  constructor(witnessed: Iterable<WitnessedEvent>) {
    for (const event of witnessed) this.awaited.set(keyOf(event), event);
  }

  take(event: ArchivedEvent): LogFault | null {
    const { stream, version, position, link } = event;
    this.lastPosition = position;
    const key = keyOf(event);
    const seen = this.awaited.get(key);
    if (!seen) return null;
    this.awaited.delete(key);
    return seen.link === link ? null : { reason: 'witness_differs', stream, version, position };
  }

  /** Call after the last event: the first witnessed event that is missing, and the last witnessed position. */
  finish(): LogFault | null {
    const missing = [...this.awaited.values()];
    const [first, last] = [missing[0], missing.at(-1)];
    if (!first || !last) return null;
    return {
      reason: 'shorter_than_witnessed',
      stream: first.stream,
      version: BigInt(first.version),
      position: first.position,
      ends: this.lastPosition ?? '0',
      witnessed: last.position,
      missing: missing.length,
    };
  }
}

/** Stream and version, which do not change when a log is restored or moves to another store. */
const keyOf = ({ stream, version }: Pick<ArchivedEvent | WitnessedEvent, 'stream' | 'version'>): string =>
  `${version} ${stream}`;
