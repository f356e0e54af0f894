/**
 * How events that were written long ago are read today. Pure and without node: the browser reads its old
 * intents the same way.
 */

/** Takes what was said in one version to what the next one says. Pure; what it is given is left as it is. */
export type Upcast = (data: Fields) => Fields;
export type Fields = Readonly<Record<string, unknown>>;

/**
 * By type, the steps of its life so far: the nth takes version n to n+1, so a type without steps is at
 * version 1. A step that was published is never changed, and no type is ever taken out.
 */
export type Vocabulary = Readonly<Record<string, readonly Upcast[]>>;

/** Whatever says its type and version. */
export interface Versioned {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Fields;
}

/**
 * Something of a type or version that this program does not know: a newer one wrote it. Whoever folds it must
 * stop there; passing it over would make everything after it wrong.
 */
export class UnknownVersion extends Error {
  constructor(
    readonly type: string,
    readonly schemaVersion: number,
    /** Newest version known here; null for a type that is not known at all. */
    readonly known: number | null,
  ) {
    super(
      known === null
        ? `"${type}" is of no type known here: a newer version of the program wrote it`
        : `"${type}" is of version ${schemaVersion}, known here is ${known}: a newer version of the program wrote it`,
    );
    this.name = 'UnknownVersion';
  }
}

export interface Upcaster {
  /**
   * The same in the newest version; the very object when it is that already.
   * @throws UnknownVersion
   */
  read<T extends Versioned>(one: T): T;
  /**
   * The version in which a type is written.
   * @throws UnknownVersion
   */
  newest(type: string): number;
  /** Newest version by type: what this program can read. */
  readonly reads: Readonly<Record<string, number>>;
}

/** What the types of other contexts are to a reader that takes no notice of their data: any version will do. */
const OPAQUE = Number.MAX_SAFE_INTEGER;

/**
 * Reads all that some vocabularies name. Types of `opaque` are given back as they are, in whatever version:
 * for whoever shares a stream with contexts whose data is not theirs to read.
 * @throws when two of them claim one type
 */
export function createUpcaster(
  vocabularies: readonly Vocabulary[],
  opaque: readonly string[] = [],
): Upcaster {
  const steps = new Map<string, readonly Upcast[]>();
  for (const [type, ofType] of vocabularies.flatMap(Object.entries<readonly Upcast[]>)) {
    if (steps.has(type)) throw new Error(`two vocabularies name "${type}"`);
    steps.set(type, ofType);
  }
  const newestOf = new Map([...steps].map(([type, ofType]): [string, number] => [type, ofType.length + 1]));
  for (const type of opaque) if (!steps.has(type)) newestOf.set(type, OPAQUE);

  return {
    reads: Object.fromEntries([...steps].map(([type, ofType]) => [type, ofType.length + 1])),

    newest(type) {
      const newest = newestOf.get(type);
      if (newest === undefined || newest === OPAQUE) throw new UnknownVersion(type, 1, null);
      return newest;
    },

    read(one) {
      const { type, schemaVersion } = one;
      const newest = newestOf.get(type);
      if (schemaVersion === newest || newest === OPAQUE) return one;
      const isKnown = newest !== undefined && schemaVersion >= 1 && schemaVersion < newest;
      if (!isKnown || !Number.isInteger(schemaVersion)) {
        throw new UnknownVersion(type, schemaVersion, newest ?? null);
      }
      const missing = (steps.get(type) ?? []).slice(schemaVersion - 1);
      return { ...one, schemaVersion: newest, data: missing.reduce((data, step) => step(data), one.data) };
    },
  };
}
