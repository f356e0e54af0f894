/** A room's whole document, as fetched over HTTP for the first load. */
export interface LoadedBase {
  readonly document: string;
  readonly version: number;
  /** Chain link at `version`. */
  readonly link: string;
  /** The whole document as a Yjs update. */
  readonly update: Uint8Array;
}

/** Resolves to null when the server has no document to serve. */
export type LoadBase = () => Promise<LoadedBase | null>;

/** Milliseconds after which the HTTP load is abandoned: by then the socket alone would have been faster. */
const PATIENCE_MS = 15_000;

/**
 * First load of a document over HTTP, beside the room's socket: compressed, and encoded once for all clients. It is
 * only an optimisation: on any failure the socket brings the same document.
 */
export class FirstLoad {
  private underWay: Promise<LoadedBase | null> | null = null;
  /** The document loaded last has not been confirmed by the room's hello yet. */
  private isUnproven = false;
  private skipsNext = false;

  constructor(private readonly load: LoadBase | undefined) {}

  /**
   * Loads the document; null when the client has to use the socket alone. Never rejects; concurrent calls share one
   * load.
   */
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

  /** The room confirmed the identity of the loaded document. */
  proved(): void {
    this.isUnproven = false;
  }

  /**
   * The room rejected the base. If it had just been loaded over HTTP, HTTP and room serve different documents (for
   * example two releases of the server), so the next attempt skips the HTTP load.
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
