import type { Advance, AnswerFrame, ServerFrame } from '@cotejo/rooms/protocol';
import { violation, type Violation } from './violation.ts';

/** Version and chain link reported by a room; must match the log. */
export interface ReportedVersion {
  readonly stream: string;
  readonly version: number;
  readonly link: string;
  readonly who: string;
}

/**
 * Checks one connection of a room client: frames (from, to] without gap or overlap, answers only for versions that the
 * document has reached, and those of one session in order.
 */
export class ConnectionChecker {
  readonly found: Violation[] = [];
  private version: number | null = null;
  private isSynced = false;
  private readonly lastAnswered = new Map<string, number>();

  constructor(
    private readonly who: string,
    private readonly stream: string,
    private readonly onTold: (told: ReportedVersion) => void,
    /** False for a client that repeats or reorders intents, whose answers may then come in any order. */
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
      // Frames of documents written by their readers, which these tests do not open.
      case 'stored':
      case 'refused':
    }
  }

  advance({ from, to, link }: Advance): void {
    const held = this.version ?? -1;
    if (from > held) this.find('frame-gap', `(${from}, ${to}] after ${held}`);
    // The first advance accompanies the document, which may already contain the events in it.
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

/** Versions and links reported by rooms must match the log. */
export function checkReported(
  told: readonly ReportedVersion[],
  linkAt: (stream: string, version: number) => string | undefined,
): Violation[] {
  return told.flatMap(({ stream, version, link, who }) =>
    linkAt(stream, version) === link
      ? []
      : [violation('frame-unlike-log', `${who}: ${stream} ${version} with link ${link}`)],
  );
}
