import { closeCode } from '@cotejo/rooms/protocol';
import type { Audience, Member, OpenRoom, Written } from '@cotejo/rooms/server';
import * as Y from 'yjs';
import { refusal } from '../protocol.ts';

/** The rows of a document are not applied: thrown to whoever opens it to write in it. */
export class InQuarantine extends Error {
  override readonly name = 'InQuarantine';

  constructor(
    /** Revisions cover its rows up to there. */
    readonly covered: number,
    readonly epoch: number,
  ) {
    super('this text is in quarantine');
  }
}

export interface QuarantinedTextOptions<P> {
  readonly documentId: string;
  /** Rows that the last revision covers. */
  readonly covered: number;
  /** The last revision as a Yjs update; null when there is none. */
  readonly revised: Uint8Array | null;
  readonly audience: Audience<P>;
  readonly onLeave: () => void;
}

/** A document as its last revision has it, for reading alone, while what is stored of it can't be applied. */
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
