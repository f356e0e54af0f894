import { statusAfterBeginning } from '@cotejo/audits-domain';
import { TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { useItem } from '../host/worksheet-host.ts';
import { useHeldFields } from '../lists/use-held-fields.ts';
import { useInstructionFields } from '../tabs/use-field-lock.ts';

/**
 * Whether the surrounding worksheet has no values and no text, so that there is nothing to complete. False
 * while its texts are not loaded: the server decides.
 */
export function useIsUntouched(): boolean {
  const node = useItem();
  const ofInstructions = useInstructionFields(['text', 'evidence']);
  const fields = [...((node && TEXT_FIELDS[node.type]) ?? []), ...ofInstructions];
  const held = useHeldFields(fields);
  if (!node || statusAfterBeginning(node) === null || held === null) return false;
  return !fields.some((field) => held.has(field));
}
