import type { ItemType } from '@cotejo/audits-contracts';

/** What every field of a value is given. */
export interface ValueFieldProps {
  readonly type: ItemType;
  readonly valueKey: string;
  /** What must be there before it may be filled, in words; null when it is. */
  readonly lock: string | null;
}
