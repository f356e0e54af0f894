import { controlFrequency } from '@cotejo/audits-contracts';
import { SUGGESTED_TESTS, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { NumberField } from './number-field.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';

/** The worksheet's control: the item itself, or the parent of a test. */
function controlOf(view: AuditView, node: TreeNode | undefined): TreeNode | undefined {
  if (node?.type === 'control') return node;
  const [parent = null] = node?.place ?? [];
  const above = parent === null ? undefined : view.get(parent);
  return above?.type === 'control' ? above : undefined;
}

/**
 * Suggested number of tests: set on the parent control, else derived from the control's frequency; null
 * without either.
 */
export function suggestedCount(view: AuditView, node: TreeNode | undefined): number | null {
  const values = controlOf(view, node)?.values;
  const own = values?.['suggestedTests'];
  if (node?.type === 'control_test' && typeof own === 'number') return own;
  const frequency = controlFrequency.safeParse(values?.['frequency']);
  return frequency.success ? SUGGESTED_TESTS[frequency.data] : null;
}

/** A count with the suggested one as a button. */
export function SuggestedCount(props: ValueFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const { itemId } = useWorksheetHost();
  const { value, set, refusal } = useValue(props.type, props.valueKey);
  const count = useOfAudit(useCallback((view) => suggestedCount(view, view.get(itemId)), [itemId]));
  if (count === null || count === value) return <NumberField {...props} />;
  const isOpen = refusal === null && props.lock === null;
  return (
    <NumberField
      {...props}
      hint={
        <>
          {t('field.suggested', { count })}{' '}
          {isOpen && (
            <button type="button" onClick={() => set(count)}>
              {t('field.use_suggested')}
            </button>
          )}
        </>
      }
    />
  );
}
