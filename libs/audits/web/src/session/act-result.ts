import type { ItemId, Rejection } from '@cotejo/audits-contracts';

/** What came of something that a person asked. */
export type ActResult =
  | {
      readonly ok: true;
      /** Of the last intent that it became; null when there was nothing to change. */
      readonly seq: number | null;
      /** Topmost items that it made, in order. */
      readonly created: readonly ItemId[];
    }
  | { readonly ok: false; readonly rejection: Rejection };
