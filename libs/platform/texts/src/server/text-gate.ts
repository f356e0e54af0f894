import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RootKinds } from '../protocol.ts';
import { contentsOf, type FieldContent } from '../protocol.ts';
import { TextFold, type Revision } from './text-fold.ts';
import type { TextKey, TextStore } from './text-store.ts';

/** Somebody else has the gate of this document closed for too long. */
export class GateBusy extends Error {
  override readonly name = 'GateBusy';
}

/** The lease ended while the gate was held closed: somebody may have written since it was read. */
export class GateLost extends Error {
  override readonly name = 'GateLost';
}

/** All of a document, at a closed gate. */
export interface WholeText {
  /** All fields that it has, sorted by name. */
  readonly fields: readonly FieldContent[];
  /** What no revision has yet, to be written together with whatever the gate was closed for; null = nothing. */
  readonly revision: Revision | null;
  /** How many were ever written, with the one that it began with. */
  readonly rows: number;
}

const KNOCK_MS = 40;

/** Nothing is written in the document while it is closed: what people write waits. */
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
   * Everything that was ever acknowledged, whichever node took it.
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
   * To be asked right before what was read is relied on.
   * @throws GateLost
   */
  async assertClosed(): Promise<void> {
    await this.renew();
    if (!this.isHeld) throw new GateLost(`the gate of ${this.key.document} did not stay closed`);
  }

  /**
   * Lets people write again.
   * @param written the revision that was read here, once it was written; nothing when it was not
   */
  async open(written: Revision | null = null): Promise<void> {
    if (this.isOpen) return;
    this.isOpen = true;
    clearInterval(this.renewal);
    await this.options.store.openGate(this.key, this.token, written?.covers[1] ?? -1);
  }

  private async renew(): Promise<void> {
    const { store, leaseMs } = this.options;
    // The database not answering is not losing it: the lease tells.
    const isKept = await store.keepGate(this.key, this.token, leaseMs).catch(() => null);
    if (isKept === false && !this.isOpen) this.isHeld = false;
  }
}
