import { statusAfterBeginning } from '@cotejo/audits-domain';
import { TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { useItem } from '../host/worksheet-host.ts';
import { useHeldFields } from '../lists/use-held-fields.ts';
import { useInstructionFields } from '../tabs/use-field-lock.ts';

/**
 * Whether nobody began the worksheet around it, in no value nor word: there is nothing to be completed. False while its
 * texts are not known: the server has the last word.
 */
export function useIsUntouched(): boolean {
  const node = useItem();
  const ofInstructions = useInstructionFields(['text', 'evidence']);
  const fields = [...((node && TEXT_FIELDS[node.type]) ?? []), ...ofInstructions];
  const held = useHeldFields(fields);
  if (!node || statusAfterBeginning(node) === null || held === null) return false;
  return !fields.some((field) => held.has(field));
}
