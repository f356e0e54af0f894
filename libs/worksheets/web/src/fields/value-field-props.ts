import type { ItemType } from '@cotejo/audits-contracts';

/** Props of every value field. */
export interface ValueFieldProps {
  readonly type: ItemType;
  readonly valueKey: string;
  /** Unmet precondition of the field as a text; null if met. */
  readonly lock: string | null;
}
