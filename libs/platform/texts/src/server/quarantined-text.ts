import { closeCode } from '@cotejo/rooms/protocol';
import type { Audience, Member, OpenRoom, Written } from '@cotejo/rooms/server';
import * as Y from 'yjs';
import { refusal } from '../protocol.ts';

/** Thrown when a document in quarantine is opened for writing: its rows are not applied. */
export class InQuarantine extends Error {
  override readonly name = 'InQuarantine';

  constructor(
    /** Number of the last row covered by revisions. */
    readonly covered: number,
    readonly epoch: number,
  ) {
    super('this text is in quarantine');
  }
}

/** For `catch`: returns this error, rethrows any other. */
export function inQuarantine(error: unknown): InQuarantine {
  if (error instanceof InQuarantine) return error;
  throw error;
}

export interface QuarantinedTextOptions<P> {
  readonly documentId: string;
  /** Number of the last row that the revision covers. */
  readonly covered: number;
  /** The last revision as a Yjs update; null when there is none. */
  readonly revised: Uint8Array | null;
  readonly audience: Audience<P>;
  readonly onLeave: () => void;
}

/** Read-only room with the last revision of a document whose stored rows can't be applied. */
export class QuarantinedText<P> implements OpenRoom<P> {
  readonly document = new Y.Doc();
  readonly link = '';
  readonly notice = refusal.quarantined;

  constructor(private readonly options: QuarantinedTextOptions<P>) {
    if (options.revised) Y.applyUpdate(this.document, options.revised);
  }

  get documentId(): string {
    return this.options.documentId;
  }
  get version(): number {
    return this.options.covered;
  }
  get audience(): Audience<P> {
    return this.options.audience;
  }

  async linkAt(version: number): Promise<string | null> {
    return version <= this.version ? this.link : null;
  }

  submit(member: Member<P>): void {
    member.close(closeCode.protocolError, 'no intents');
  }

  confirm(): void {}

  async write(): Promise<Written> {
    return { ok: false, code: refusal.quarantined, again: false };
  }

  leave(): void {
    this.document.destroy();
    this.options.onLeave();
  }
}
