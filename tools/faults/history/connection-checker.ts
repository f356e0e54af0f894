import type { Advance, AnswerFrame, ServerFrame } from '@cotejo/rooms/protocol';
import { violation, type Violation } from './violation.ts';

/** Version and chain link that a room told of an audit: to be found in the log. */
export interface ToldVersion {
  readonly stream: string;
  readonly version: number;
  readonly link: string;
  readonly who: string;
}

/**
 * One connection of a room client, as the wire had it: frames (from, to] without gap or overlap, answers only
 * for what the document holds by then, and those of one session in order.
 */
export class ConnectionChecker {
  readonly found: Violation[] = [];
  private version: number | null = null;
  private isSynced = false;
  private readonly lastAnswered = new Map<string, number>();

  constructor(
    private readonly who: string,
    private readonly stream: string,
    private readonly onTold: (told: ToldVersion) => void,
    /** The client asks in order and never again what was answered, so answers come in that order too. */
    private readonly asksInOrder = true,
  ) {}

  frame(frame: ServerFrame): void {
    switch (frame.t) {
      case 'hello':
        this.version = frame.version;
        return this.told(frame.version, frame.link);
      case 'reset':
        return this.find('base-reset', `to ${frame.document} ${frame.version}`);
      case 'answer':
        return this.answer(frame);
      case 'mode':
      // Of documents that their readers write: these tests follow none.
      case 'stored':
      case 'refused':
    }
  }

  advance({ from, to, link }: Advance): void {
    const held = this.version ?? -1;
    if (from > held) this.find('frame-gap', `(${from}, ${to}] after ${held}`);
    // The first one goes with the document: what it speaks of the document may hold already.
    const isEmpty = !this.isSynced && to === from;
    if (from < held || (to <= held && !isEmpty)) this.find('frame-repeat', `(${from}, ${to}] after ${held}`);
    this.isSynced = true;
    this.version = Math.max(held, to);
    this.told(to, link);
  }

  private answer({ session, seq, version }: AnswerFrame): void {
    if (this.version === null || version > this.version) {
      this.find('answer-early', `${session} ${seq}: ${version} while the document is at ${this.version}`);
    }
    const last = this.lastAnswered.get(session) ?? -1;
    if (this.asksInOrder && seq <= last) this.find('answers-out-of-order', `${session} ${seq} after ${last}`);
    this.lastAnswered.set(session, Math.max(seq, last));
  }

  private told(version: number, link: string): void {
    if (version >= 0) this.onTold({ stream: this.stream, version, link, who: this.who });
  }

  private find(name: Violation['name'], what: string): void {
    this.found.push(violation(name, `${this.who} in ${this.stream}: ${what}`));
  }
}

/** What rooms told of versions is what the log says of them. */
export function checkTold(
  told: readonly ToldVersion[],
  linkAt: (stream: string, version: number) => string | undefined,
): Violation[] {
  return told.flatMap(({ stream, version, link, who }) =>
    linkAt(stream, version) === link
      ? []
      : [violation('frame-unlike-log', `${who}: ${stream} ${version} with link ${link}`)],
  );
}
