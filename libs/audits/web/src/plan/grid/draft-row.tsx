import type { ItemId } from '@cotejo/audits-contracts';
import { canContain, displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { useTranslation } from 'react-i18next';
import { notify } from '@cotejo/ui';
import { useStore } from 'jotai';
import { useCallback, useRef, useState, type SyntheticEvent } from 'react';
import { treeAtom } from '../../session/session-atoms.ts';
import { filterAtom, planDaysAtom } from '../plan-atoms.ts';
import { usePlan, type Draft } from '../plan-context.ts';
import { isFiltering, NO_FILTER, RowFilter } from '../toolbar/plan-filter.ts';
import { useTellNamesake } from '../use-tell-same.ts';
import { NameInput, type LeftBy } from './name-input.tsx';
import { PlanIcon } from './plan-icons.tsx';
import styles from './plan-row.module.css';

const keepToItself = (event: SyntheticEvent) => event.stopPropagation();

/** Row that names a new item at its future position; Enter creates it and starts the next one. */
export function DraftRow({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { act, actions, announce, session, startAdd, focusTree, reveal } = usePlan();
  const made = useRef<ItemId | null>(null);
  const tellNamesake = useTellNamesake();
  const tellHidden = useTellHidden();
  const type = t(`audits-contracts:itemType.${draft.type}`);
  const add = (name: string, by: LeftBy): boolean => {
    const id = crypto.randomUUID() as ItemId;
    const isDone = act({
      kind: 'create_item',
      id,
      type: draft.type,
      parent: draft.parent,
      name,
      ...(draft.after === undefined ? {} : { after: draft.after }),
    });
    if (!isDone) return false;
    made.current = id;
    announce(t('said.added', { name }));
    tellNamesake(draft.parent, name, id);
    tellHidden(id, name);
    if (by === 'blur') startAdd(null);
    // The next draft goes below the item just created.
    else if (draft.after !== undefined) startAdd({ ...draft, after: id });
    return true;
  };
  const [refused, setRefused] = useState<string | null>(null);
  const forget = useCallback(() => setRefused(null), []);
  const indent = (by: 1 | -1) => {
    const next = indented(session.view, draft, by);
    if (next) return startAdd(next);
    const { why, above } = whyNotIndented(session.view, draft, by);
    const words = t(`plan.no_indent.${why}`, { type, above });
    setRefused(words);
    announce(words);
  };
  return (
    // A press beside the field neither selects the row nor takes the keys from the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className={styles.row}
      data-draft
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      onPointerDown={keepToItself}
      onClick={keepToItself}
      onContextMenu={keepToItself}
    >
      <div className={styles.nameCell}>
        <span className={styles.caret} data-empty aria-hidden />
        <span className={styles.type} data-type={draft.type} aria-hidden>
          <PlanIcon name={draft.type} />
        </span>
        <NameInput
          initial=""
          placeholder={t('plan.new_name', { type: type.toLocaleLowerCase() })}
          emptyFault={t('plan.name_missing')}
          place={draft}
          onCommit={add}
          onCancel={(by) => {
            startAdd(null);
            focusTree();
            // The keys go on in the last new row.
            if (by === 'key' && made.current !== null) reveal(made.current);
          }}
          onIndent={indent}
          hint={refused}
          onHintSeen={forget}
          onLines={(lines) => {
            startAdd(null);
            actions.pasteLines(draft.parent, lines, draft.type);
          }}
        />
      </div>
    </div>
  );
}

/** Tells that the filters hide a new item, with a way to see it. */
function useTellHidden(): (id: ItemId, name: string) => void {
  const { t } = useTranslation('audits-web');
  const store = useStore();
  const { reveal } = usePlan();
  return useCallback(
    (id, name) => {
      const filter = store.get(filterAtom);
      const row = store.get(treeAtom).rowOf(id);
      if (
        !row ||
        !isFiltering(filter) ||
        new RowFilter(filter, store.get(planDaysAtom)).read([row]).rows.length > 0
      )
        return;
      notify.info(t('said.added_hidden', { name }), {
        id: 'added hidden',
        action: {
          label: t('plan.clear_filter'),
          run: () => {
            store.set(filterAtom, NO_FILTER);
            reveal(id);
          },
        },
      });
    },
    [store, reveal, t],
  );
}

/** The row that a draft would go into one level deeper; undefined where none is above it. */
function rowAbove(view: AuditView, { parent, after }: Draft): TreeNode | undefined {
  const above = after === undefined ? displayOrder(view, parent).at(-1) : after;
  return above == null ? undefined : view.get(above);
}

/** The draft one level deeper (1) or higher (-1); null when its type may not be placed there. */
export function indented(view: AuditView, draft: Draft, by: 1 | -1): Draft | null {
  if (by === 1) {
    const node = rowAbove(view, draft);
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

interface WhyNot {
  readonly why: 'alone' | 'top' | 'not_into' | 'not_out';
  /** Name of the row that does not take it. */
  readonly above?: string;
}

/** Why `indented` is null. */
export function whyNotIndented(view: AuditView, draft: Draft, by: 1 | -1): WhyNot {
  if (by === -1) return { why: draft.parent === null ? 'top' : 'not_out' };
  const node = rowAbove(view, draft);
  return node ? { why: 'not_into', above: node.name } : { why: 'alone' };
}
