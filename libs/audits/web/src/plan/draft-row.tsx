import type { ItemId } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { NameInput } from './name-input.tsx';
import { usePlan, type Draft } from './plan-context.ts';
import styles from './plan.module.css';

/** A new item being named where it will stand; after Enter the next one can be written at once. */
export function DraftRow({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { act, setDraft, focusTree } = usePlan();
  const type = t(`audits-contracts:itemType.${draft.type}`);
  return (
    <div className={styles.row} data-draft>
      <div className={styles.nameCell}>
        <span className={styles.caret} data-empty aria-hidden />
        <NameInput
          initial=""
          placeholder={t('plan.new_name', { type: type.toLocaleLowerCase() })}
          onCommit={(name) => {
            const id = crypto.randomUUID() as ItemId;
            if (!act({ kind: 'create_item', id, type: draft.type, parent: draft.parent, name }))
              setDraft(null);
          }}
          onCancel={() => {
            setDraft(null);
            focusTree();
          }}
        />
      </div>
    </div>
  );
}
