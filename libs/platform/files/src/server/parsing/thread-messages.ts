import type { ParserLimits } from './parser-limits.ts';

/** A run begins with the input; rows are asked for part by part, so that the asking thread is never flooded. */
export type ToThread<Input> =
  | { readonly kind: 'begin'; readonly input: Input; readonly limits: ParserLimits }
  | { readonly kind: 'more' };

/** Rows and answer are packed by `v8.serialize` in the thread: their bytes are known, and they move without a copy. */
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
