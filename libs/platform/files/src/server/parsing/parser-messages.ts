import type { ParserLimits } from './parser-limits.ts';

/** A run begins with the input; rows are requested batch by batch, so that the server is not flooded. */
export type ToParser<Input> =
  | { readonly kind: 'begin'; readonly input: Input; readonly limits: ParserLimits }
  | { readonly kind: 'more' };

/**
 * Rows and answer are serialized with `v8.serialize` by the parser: their size is known, and the server chooses when to
 * read them.
 */
export type FromParser =
  | { readonly kind: 'rows'; readonly packed: Uint8Array }
  | { readonly kind: 'answer'; readonly packed: Uint8Array }
  | {
      readonly kind: 'refused';
      readonly namespace: string;
      readonly code: string;
      readonly status: number;
      readonly params: Readonly<Record<string, string | number>>;
      readonly details: Readonly<Record<string, unknown>> | null;
    }
  | { readonly kind: 'fault'; readonly message: string };
