import { notify } from '@cotejo/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { NameInput } from './name-input.tsx';
import { usePlan } from '../plan-context.ts';
import { useTellCode, useTellNamesake } from '../use-tell-same.ts';
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
  const tellNamesake = useTellNamesake();
  const tellCode = useTellCode();
  const commit = (text: string): boolean => {
    if (text === before && now === before) {
      leave();
      return true;
    }
    const isDone =
      field === 'name'
        ? act({ kind: 'rename_item', id: row.id, name: text })
        : act({ kind: 'recode_item', id: row.id, code: text === '' ? null : text });
    if (!isDone) return false;
    leave();
    if (field === 'name') tellNamesake(node.place[0], text, row.id);
    else if (text !== '') tellCode(text);
    return true;
  };
  return (
    <>
      <NameInput
        initial={before}
        label={field === 'name' ? t('plan.name') : t('plan.code')}
        {...(field === 'code'
          ? { maxLength: MAX_CODE }
          : { emptyFault: t('plan.name_kept', { name: before }) })}
        onCommit={commit}
        onCancel={(_, isEmpty) => {
          leave();
          if (isEmpty) notify.info(t('plan.name_kept', { name: before }), { id: 'name kept' });
        }}
      />
      {now !== before && (
        <span className={styles.meanwhile} role="status" title={now}>
          {t('plan.meanwhile', { name: person(node.changedBy)?.name ?? t('plan.somebody'), value: now })}
        </span>
      )}
    </>
  );
}
