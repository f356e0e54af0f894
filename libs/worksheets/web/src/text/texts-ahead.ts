/** Texts that a visit to a plan fetches before they are opened. The server counts each as five events. */
export const MOST_TEXTS_AHEAD = 20;
/** Bytes of such texts, as Yjs updates. */
export const MOST_BYTES_AHEAD = 2_097_152;

/** Milliseconds between two texts. */
const STEP_MS = 1_200;
/** Milliseconds after the last key from which the user counts as resting. */
const REST_MS = 3_000;
/** Milliseconds after a text that could not be had. */
const FAILED_MS = 15_000;

/** Where texts come from, and what tells whether now is the time. */
export interface AheadSources<Text> {
  /** Texts that are likely to be opened next, the likeliest first. */
  readonly wanted: () => readonly Text[];
  readonly keyOf: (text: Text) => string;
  readonly isKept: (text: Text) => Promise<boolean>;
  /** Stores a text in this browser; its bytes, or null if it could not be had. */
  readonly fetch: (text: Text) => Promise<number | null>;
  /** There is a connection, and the page is seen. */
  readonly isReady: () => boolean;
}

/**
 * Fetches texts one after another while the user rests, so that they can be read without a connection. Stops for good
 * at the limits.
 */
export class TextsAhead<Text> {
  private readonly seen = new Set<string>();
  private count = 0;
  private bytes = 0;
  private lastKey = -Infinity;
  private notBefore = -Infinity;
  private isBusy = false;

  constructor(
    private readonly sources: AheadSources<Text>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isFull(): boolean {
    return this.count >= MOST_TEXTS_AHEAD || this.bytes >= MOST_BYTES_AHEAD;
  }

  /** The user typed: nothing is fetched for a moment. */
  typed(): void {
    this.lastKey = this.now();
  }

  /** Fetches the next text, if now is the time for one. */
  async step(): Promise<void> {
    const now = this.now();
    if (this.isBusy || this.isFull || now < this.notBefore || now - this.lastKey < REST_MS) return;
    if (!this.sources.isReady()) return;
    this.isBusy = true;
    try {
      await this.next();
    } finally {
      this.isBusy = false;
    }
  }

  private async next(): Promise<void> {
    const { wanted, keyOf, isKept, fetch } = this.sources;
    for (const text of wanted()) {
      const key = keyOf(text);
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      if (await isKept(text)) continue;
      const bytes = await fetch(text);
      if (bytes === null) {
        // Asked for again later, as the connection was lost or the server is busy.
        this.seen.delete(key);
        this.notBefore = this.now() + FAILED_MS;
      } else {
        this.count += 1;
        this.bytes += bytes;
      }
      return;
    }
  }
}

/** Runs until the returned function is called. */
export function runAhead<Text>(ahead: TextsAhead<Text>): () => void {
  const onKey = () => ahead.typed();
  window.addEventListener('keydown', onKey, true);
  const timer = setInterval(() => void ahead.step(), STEP_MS);
  return () => {
    clearInterval(timer);
    window.removeEventListener('keydown', onKey, true);
  };
}
