import type { ItemId } from '@cotejo/audits-contracts';
import { canContain, displayOrder, type AuditView } from '@cotejo/audits-domain';
import { useTranslation } from 'react-i18next';
import { NameInput } from './name-input.tsx';
import { usePlan, type Draft } from '../plan-context.ts';
import { PlanIcon } from './plan-icons.tsx';
import styles from './plan-row.module.css';

/** Row that names a new item at its future position; Enter creates it and starts the next one. */
export function DraftRow({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { act, actions, announce, session, startAdd, focusTree } = usePlan();
  const type = t(`audits-contracts:itemType.${draft.type}`);
  const add = (name: string) => {
    const id = crypto.randomUUID() as ItemId;
    const isDone = act({
      kind: 'create_item',
      id,
      type: draft.type,
      parent: draft.parent,
      name,
      ...(draft.after === undefined ? {} : { after: draft.after }),
    });
    if (!isDone) return startAdd(null);
    announce(t('said.added', { name }));
    // The next draft goes below the item just created.
    if (draft.after !== undefined) startAdd({ ...draft, after: id });
  };
  const indent = (by: 1 | -1) => {
    const next = indented(session.view, draft, by);
    if (next) startAdd(next);
    else announce(t('said.no_indent', { type }));
  };
  return (
    <div className={styles.row} data-draft>
      <div className={styles.nameCell}>
        <span className={styles.caret} data-empty aria-hidden />
        <span className={styles.type} data-type={draft.type} aria-hidden>
          <PlanIcon name={draft.type} />
        </span>
        <NameInput
          initial=""
          placeholder={t('plan.new_name', { type: type.toLocaleLowerCase() })}
          onCommit={add}
          onCancel={() => {
            startAdd(null);
            focusTree();
          }}
          onIndent={indent}
          onLines={(lines) => {
            startAdd(null);
            actions.pasteLines(draft.parent, lines, draft.type);
          }}
        />
      </div>
    </div>
  );
}

/** The draft one level deeper (1) or higher (-1); null when its type may not be placed there. */
export function indented(view: AuditView, draft: Draft, by: 1 | -1): Draft | null {
  const siblings = displayOrder(view, draft.parent);
  if (by === 1) {
    const above = draft.after ?? siblings.at(-1);
    const node = above === undefined ? undefined : view.get(above);
    if (!node || !canContain(view.recordType, node.type, draft.type)) return null;
    return { parent: node.id, type: draft.type };
  }
  const parent = draft.parent === null ? undefined : view.get(draft.parent);
  if (!parent) return null;
  const [above] = parent.place;
  const aboveType = above === null ? null : (view.get(above)?.type ?? null);
  if (!canContain(view.recordType, aboveType, draft.type)) return null;
  return { parent: above, type: draft.type, after: parent.id };
}
