import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { NameInput } from './name-input.tsx';
import { usePlan } from '../plan-context.ts';
import styles from './plan-row.module.css';

interface NameEditorProps {
  readonly row: TreeRow;
  readonly field: 'name' | 'code';
}

const MAX_CODE = 40;

/** Edits a row's name or code in place and shows edits that other users make to it meanwhile. */
export function NameEditor({ row, field }: NameEditorProps) {
  const { t } = useTranslation('audits-web');
  const { act, stopEditing, focusTree, person } = usePlan();
  const { node } = row;
  const now = node[field] ?? '';
  const [before] = useState(now);
  const leave = () => {
    stopEditing();
    focusTree();
  };
  const commit = (text: string) => {
    if (text === before && now === before) return leave();
    const isDone =
      field === 'name'
        ? act({ kind: 'rename_item', id: row.id, name: text })
        : act({ kind: 'recode_item', id: row.id, code: text === '' ? null : text });
    if (isDone) leave();
  };
  return (
    <>
      <NameInput
        initial={before}
        label={field === 'name' ? t('plan.name') : t('plan.code')}
        mayBeEmpty={field === 'code'}
        {...(field === 'code' ? { maxLength: MAX_CODE } : {})}
        onCommit={commit}
        onCancel={leave}
      />
      {now !== before && (
        <span className={styles.meanwhile} role="status" title={now}>
          {t('plan.meanwhile', { name: person(node.changedBy)?.name ?? t('plan.somebody'), value: now })}
        </span>
      )}
    </>
  );
}
