import type { ItemId, Rejection } from '@cotejo/audits-contracts';

/** Result of a user action. */
export type ActResult =
  | {
      readonly ok: true;
      /** Sequence number of its last intent; null when nothing had to change. */
      readonly seq: number | null;
      /** Topmost items that it created, in order. */
      readonly created: readonly ItemId[];
    }
  | { readonly ok: false; readonly rejection: Rejection };
