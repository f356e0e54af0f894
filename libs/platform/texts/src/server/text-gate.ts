import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RootKinds } from '../protocol.ts';
import { contentsOf, type FieldContent } from '../protocol.ts';
import { TextFold, type Revision } from './text-fold.ts';
import type { TextKey, TextStore } from './text-store.ts';

/** The gate of this document has been held closed for too long. */
export class GateBusy extends Error {
  override readonly name = 'GateBusy';
}

/** The lease expired while the gate was held: writes may have happened since the document was read. */
export class GateLost extends Error {
  override readonly name = 'GateLost';
}

/** A whole document, read while its gate was closed. */
export interface WholeText {
  /** All fields of the document, sorted by name. */
  readonly fields: readonly FieldContent[];
  /** Pending revision, to be stored together with the operation that closed the gate; null when there is none. */
  readonly revision: Revision | null;
  /** Number of rows ever written, including the initial one. */
  readonly rows: number;
}

const KNOCK_MS = 40;

/** Write lock on a document, across nodes: while it is closed, users' writes wait. */
export class TextGate {
  private readonly renewal: NodeJS.Timeout;
  private isHeld = true;
  private isOpen = false;

  private constructor(
    readonly key: TextKey,
    private readonly token: string,
    private readonly options: { store: TextStore; kinds: RootKinds; leaseMs: number },
  ) {
    this.renewal = setInterval(() => void this.renew(), options.leaseMs / 3);
    this.renewal.unref();
  }

  /** @throws GateBusy after `patienceMs` */
  static async close(
    key: TextKey,
    options: { store: TextStore; kinds: RootKinds; leaseMs: number; patienceMs: number },
  ): Promise<TextGate> {
    const { store, leaseMs, patienceMs } = options;
    const token = randomUUID();
    await store.load(key);
    const until = performance.now() + patienceMs;
    while (!(await store.closeGate(key, token, leaseMs))) {
      if (performance.now() >= until)
        throw new GateBusy(`the gate of ${key.document} is closed by somebody else`);
      await delay(KNOCK_MS);
    }
    return new TextGate(key, token, options);
  }

  /**
   * Reads every acknowledged write, of any node.
   * @throws UnreadableText, CostlyText
   */
  async readAll(): Promise<WholeText> {
    const { store, kinds } = this.options;
    const stored = await store.load(this.key);
    const fold = new TextFold(this.key, kinds, stored.covered);
    try {
      await fold.takeStored(stored.rows);
      return { fields: contentsOf(fold.document, kinds), revision: fold.revision(), rows: fold.head + 1 };
    } finally {
      fold.document.destroy();
    }
  }

  /**
   * To be called right before the read content is relied on.
   * @throws GateLost
   */
  async assertClosed(): Promise<void> {
    await this.renew();
    if (!this.isHeld) throw new GateLost(`the gate of ${this.key.document} did not stay closed`);
  }

  /**
   * Releases the lock.
   * @param written the revision read here, if it was stored
   */
  async open(written: Revision | null = null): Promise<void> {
    if (this.isOpen) return;
    this.isOpen = true;
    clearInterval(this.renewal);
    await this.options.store.openGate(this.key, this.token, written?.covers[1] ?? -1);
  }

  private async renew(): Promise<void> {
    const { store, leaseMs } = this.options;
    // A database error does not mean that the gate is lost; the lease decides.
    const isKept = await store.keepGate(this.key, this.token, leaseMs).catch(() => null);
    if (isKept === false && !this.isOpen) this.isHeld = false;
  }
}
