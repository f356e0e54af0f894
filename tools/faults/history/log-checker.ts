import { verifyStream, type RecordedEvent, type StreamHead } from '@cotejo/event-store';
import { violation, type Violation } from './violation.ts';

/** Place and type of an event: the part kept in memory of the whole log. */
export interface EventPlace {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
}

/**
 * Checks the log as it is read: versions dense from 0, every event once, each stream's chain unbroken, the events of
 * one command consecutive.
 */
export class LogChecker {
  private readonly heads = new Map<string, StreamHead>();
  private readonly ids = new Set<string>();
  private readonly byCommand = new Map<string, EventPlace[]>();
  private last = 0n;
  /** Number of events checked so far. */
  count = 0;

  /** Checks the next events, in the order of the log. */
  async take(events: readonly RecordedEvent[]): Promise<Violation[]> {
    const found: Violation[] = [];
    const streams = new Map<string, RecordedEvent[]>();
    for (const event of events) {
      const position = BigInt(event.position);
      if (position <= this.last) {
        found.push(violation('position-not-ahead', `${nameOf(event)} at ${position} after ${this.last}`));
      }
      this.last = position;
      if (this.ids.has(event.id)) found.push(violation('stored-twice', `${nameOf(event)} id ${event.id}`));
      this.ids.add(event.id);
      this.noteCommand(event, found);
      const own = streams.get(event.stream);
      if (own) own.push(event);
      else streams.set(event.stream, [event]);
    }
    for (const [stream, own] of streams) await this.follow(stream, own, found);
    this.count += events.length;
    return found;
  }

  /** Places of the events with a command's id, in order. */
  writtenBy(command: string): readonly EventPlace[] {
    return this.byCommand.get(command) ?? [];
  }

  headOf(stream: string): StreamHead | undefined {
    return this.heads.get(stream);
  }

  get streams(): ReadonlyMap<string, StreamHead> {
    return this.heads;
  }

  /** The heads recorded by the store must match the last events of the streams. */
  compareHeads(told: ReadonlyMap<string, StreamHead>): Violation[] {
    const found: Violation[] = [];
    for (const [stream, { version, link }] of told) {
      const own = this.heads.get(stream);
      if (own?.version === version && own.link === link) continue;
      found.push(violation('head-differs', `${stream}: told ${version}, last event ${own?.version}`));
    }
    return found;
  }

  private noteCommand(event: RecordedEvent, found: Violation[]): void {
    const { command } = event.meta;
    if (command === undefined) return;
    const place: EventPlace = { stream: event.stream, version: Number(event.version), type: event.type };
    const before = this.byCommand.get(command);
    const latest = before?.at(-1);
    if (latest && (latest.stream !== place.stream || latest.version + 1 !== place.version)) {
      found.push(
        violation('command-split', `${command}: ${latest.stream} ${latest.version}, then ${nameOf(event)}`),
      );
    }
    if (before) before.push(place);
    else this.byCommand.set(command, [place]);
  }

  private async follow(stream: string, events: readonly RecordedEvent[], found: Violation[]): Promise<void> {
    let head = this.heads.get(stream);
    let whole = true;
    for (const event of events) {
      const expected = (head?.version ?? -1n) + 1n;
      if (event.version !== expected) {
        const name = event.version < expected ? 'version-repeated' : 'version-gap';
        found.push(violation(name, `${nameOf(event)} where ${expected} should be`));
        whole = false;
      }
      head = { version: event.version, link: event.link };
    }
    const broken = whole ? await verifyStream(events, this.heads.get(stream)) : null;
    if (broken) found.push(violation('chain-broken', `${stream} ${broken.version}: ${broken.reason}`));
    if (head) this.heads.set(stream, head);
  }
}

export const nameOf = ({ stream, version, type }: RecordedEvent): string => `${stream} ${version} ${type}`;
