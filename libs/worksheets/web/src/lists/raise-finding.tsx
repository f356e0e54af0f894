import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useItem, useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import styles from './lists.module.css';

/** Stands for a new finding where only the rule is asked. */
const PROBE = '00000000-0000-4000-8000-000000000000' as ItemId;

const isFinding = (node: TreeNode | undefined): boolean =>
  node !== undefined && node.type === 'finding' && node.deleted === null;

/** Exceptions of a test, as counted in its conclusion, else by its instructions. */
const exceptionsOf = ({ values = {} }: TreeNode): number => {
  const counted = values['exceptions'];
  return typeof counted === 'number'
    ? counted
    : Object.values(values).filter((value) => value === 'exception').length;
};

/** Exceptions of the worksheet; `raise` begins a finding about them, and is null beside one or where the user may not. */
export function useRaiseFinding(): { readonly exceptions: number; readonly raise: (() => void) | null } {
  const { t } = useTranslation('worksheets-web');
  const { itemId, session, raiseFinding } = useWorksheetHost();
  const node = useItem();
  const mayRaise = useOfAudit(
    useCallback(
      (view) =>
        view.childrenOf(itemId).every((id) => !isFinding(view.get(id))) &&
        session.judge({ kind: 'create_item', id: PROBE, type: 'finding', parent: itemId, name: '–' }) ===
          null,
      [session, itemId],
    ),
  );
  const exceptions = node ? exceptionsOf(node) : 0;
  if (!node || exceptions === 0 || !mayRaise) return { exceptions, raise: null };
  const name = t('list.related.finding_name', { count: exceptions, name: node.name });
  return { exceptions, raise: () => raiseFinding(itemId, name) };
}

/** Button that begins a finding; shown where there are exceptions and no finding. */
export function RaiseFinding() {
  const { t } = useTranslation('worksheets-web');
  const { raise } = useRaiseFinding();
  if (!raise) return null;
  return (
    <button type="button" className={styles.raise} onClick={raise}>
      {t('list.related.raise')}
    </button>
  );
}
