import type { ParserLimits } from './parser-limits.ts';

/** A run begins with the input; rows are requested batch by batch, so that the requesting thread is not flooded. */
export type ToThread<Input> =
  | { readonly kind: 'begin'; readonly input: Input; readonly limits: ParserLimits }
  | { readonly kind: 'more' };

/**
 * Rows and answer are serialized with `v8.serialize` in the thread: their size is known, and they are transferred
 * without a copy.
 */
export type FromThread =
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
