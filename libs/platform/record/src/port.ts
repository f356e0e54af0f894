/**
 * A typed key under which contexts find what others provide: declared by contracts or domain that both know. Where
 * several contexts provide it, it is a list in the order of the manifests.
 */
export interface Port<T> {
  readonly name: string;
  /** Carries the type alone. */
  readonly type?: (value: T) => T;
}

export const port = <T>(name: string): Port<T> => ({ name });
