/**
 * Upcasting: old event versions are read as the newest one. Pure and free of node APIs, since the browser reads its
 * stored intents with it too.
 */

/** Converts data of one version to the next. Must be pure: the input is not mutated. */
export type Upcast = (data: Fields) => Fields;
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Upcast steps by type: the nth converts version n to n+1, so a type without steps is at version 1. A published step is
 * never changed, and no type is ever removed.
 */
export type Vocabulary = Readonly<Record<string, readonly Upcast[]>>;

export interface Versioned {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Fields;
}

/**
 * A type or version that this program does not know: a newer version of the program wrote it. A fold must stop there;
 * skipping the event would make all later state wrong.
 */
export class UnknownVersion extends Error {
  constructor(
    readonly type: string,
    readonly schemaVersion: number,
    /** Newest version known here; null for an unknown type. */
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
   * Converts to the newest version; returns the same object when it already has it.
   * @throws UnknownVersion
   */
  read<T extends Versioned>(one: T): T;
  /**
   * The version in which a type is written.
   * @throws UnknownVersion
   */
  newest(type: string): number;
  /** Newest readable version by type. */
  readonly reads: Readonly<Record<string, number>>;
}

/** Version of opaque types, whose data this reader ignores: any version is accepted. */
const OPAQUE = Number.MAX_SAFE_INTEGER;

/**
 * Reads all types of the vocabularies. Types of `opaque` are returned unchanged in any version: they belong to other
 * contexts that share the stream.
 * @throws when two vocabularies claim one type
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
