/** A room's document as it is served whole, to begin with. */
export interface LoadedBase {
  readonly document: string;
  readonly version: number;
  /** Chain link at `version`. */
  readonly link: string;
  /** The whole document as a Yjs update. */
  readonly update: Uint8Array;
}

/** Null where there is none to be had. */
export type LoadBase = () => Promise<LoadedBase | null>;

/** After so long the socket alone would have been faster. */
const PATIENCE_MS = 15_000;

/**
 * The first load of a document beside its room's socket: compressed, and made once for all who begin. It is a
 * shortcut and nothing more: whatever goes wrong with it, the socket alone brings the same.
 */
export class FirstLoad {
  private underWay: Promise<LoadedBase | null> | null = null;
  /** What was loaded last has not been confirmed by the room yet. */
  private isUnproven = false;
  private skipsNext = false;

  constructor(private readonly load: LoadBase | undefined) {}

  /** Never rejects; null when the socket has to do. Asked twice at once, it loads once. */
  take(): Promise<LoadedBase | null> {
    const { load } = this;
    if (!load || this.skipsNext) {
      this.skipsNext = false;
      return Promise.resolve(null);
    }
    this.underWay ??= withinPatience(load).then((loaded) => {
      this.underWay = null;
      this.isUnproven = loaded !== null;
      return loaded;
    });
    return this.underWay;
  }

  /** The room knows the document that was loaded. */
  proved(): void {
    this.isUnproven = false;
  }

  /**
   * The base was of no use. If it had been loaded just before, where the room is served there is another
   * document (another release of the server, perhaps): the next attempt goes without.
   */
  failed(): void {
    this.skipsNext = this.isUnproven;
    this.isUnproven = false;
  }
}

function withinPatience(load: LoadBase): Promise<LoadedBase | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), PATIENCE_MS);
    const settle = (loaded: LoadedBase | null) => {
      clearTimeout(late);
      resolve(loaded);
    };
    load().then(settle, () => settle(null));
  });
}
