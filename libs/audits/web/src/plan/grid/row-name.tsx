import { livingReferences, lockOf } from '@cotejo/audits-domain';
import type { TreeRow as ViewRow } from '@cotejo/ui';
import type { MouseEvent } from 'react';
import { itemPath } from '../../list/plan-path.ts';
import { shownCode } from '../../session/rows/tree-rows.ts';
import { NameEditor } from './name-editor.tsx';
import { usePlan } from '../plan-context.ts';
import { markedParts, type ShownRow } from '../toolbar/plan-filter.ts';
import { PlanIcon } from './plan-icons.tsx';
import styles from './plan-row.module.css';
import { useRejectionText } from '../tray/rejection-text.ts';
import { RowLife } from './row-life.tsx';
import type { RowLook } from './row-look.ts';
import type { RowState } from './row-states.ts';
import { RowWords } from './row-words.tsx';

interface RowNameProps {
  readonly row: ViewRow<ShownRow>;
  readonly look: RowLook;
  readonly state: RowState;
}

/** Caret, type icon, code and name, with badges and the users present on the row. */
export function RowName({ row, look, state }: RowNameProps) {
  const { item } = row;
  const { type } = item.shown;
  const typeName = look.words.type[type];
  const hasChildren = (item.children?.length ?? 0) > 0;
  return (
    <div className={styles.nameCell}>
      <span
        className={styles.caret}
        data-empty={!hasChildren || undefined}
        data-no-drag
        data-control
        // Keyboard users toggle through the tree's keys; this handler serves the mouse.
        onClick={row.toggle}
        aria-hidden
      >
        {hasChildren && <PlanIcon name={row.isOpen ? 'opened' : 'closed'} />}
      </span>
      <span className={styles.type} data-type={type} role="img" aria-label={typeName} title={typeName}>
        <PlanIcon name={type} />
      </span>
      {state.editing === null ? (
        <>
          <Name row={item} look={look} />
          <Badges row={item} />
          <RowLife state={state} look={look} isPending={item.pending} />
        </>
      ) : (
        <NameEditor key={state.editing} row={item} field={state.editing} />
      )}
    </div>
  );
}

interface NameProps {
  readonly row: ShownRow;
  readonly look: RowLook;
}

function Name({ row, look }: NameProps) {
  const { session } = usePlan();
  const { node, title } = row;
  const { searched, t } = look;
  const target = node.type === 'link' ? node.target : undefined;
  const code = shownCode(row);
  // Most items are not shared: skip the walk up the tree for them.
  const shared =
    session.view.referencesTo(row.shown.id).length === 0
      ? 0
      : livingReferences(session.view, row.shown.id).length;
  return (
    <>
      {code !== null && <span className={`code ${styles.code}`}>{marked(code, searched)}</span>}
      <RowWords prefix={title.prefix} name={title.name}>
        {target?.audit ? (
          <a
            className={styles.name}
            href={itemPath(target.audit, target.item)}
            draggable={false}
            tabIndex={-1}
            title={title.name}
            onClick={goByRow}
          >
            {marked(title.name, searched)}
          </a>
        ) : (
          <span className={styles.name} title={title.name}>
            {marked(title.name, searched)}
          </span>
        )}
      </RowWords>
      {title.isEvaluation && (
        <span className={styles.mark}>
          <span className={styles.markWords}>{t('plan.evaluation_mark')}</span>
        </span>
      )}
      {shared > 0 && (
        <span className={styles.mark} title={t('plan.shared', { count: shared + 1 })}>
          <PlanIcon name="shared" size={11} />
          <span className={styles.markWords}>{t('plan.shared', { count: shared + 1 })}</span>
          <span className={`num ${styles.markCount}`} aria-hidden>
            {shared + 1}
          </span>
        </span>
      )}
      {/* Only items copied from elsewhere get a lock mark; references and derived items are known to be locked. */}
      {node.origin !== undefined && <LockMark row={row} />}
    </>
  );
}

/** Badges of other contexts; each opens its panel. */
function Badges({ row }: { readonly row: ShownRow }) {
  const { panelsBeside, openPanel } = usePlan();
  const item = row.shown.id;
  return panelsBeside.map(
    ({ id, Badge }) => Badge && <Badge key={id} item={item} onOpen={() => openPanel(id, item)} />,
  );
}

/**
 * A plain click is handled by the row; Ctrl+click and the middle button open a browser tab without selecting the row.
 */
function goByRow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
  else event.preventDefault();
}

/** Text with the matches of the search highlighted. */
const marked = (text: string, searched: string) =>
  markedParts(text, searched)?.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part)) ??
  text;

/** Lock mark of an item whose origin restricts editing; the tooltip gives the reason. */
function LockMark({ row }: { readonly row: ShownRow }) {
  const { session } = usePlan();
  const words = useRejectionText();
  const { view } = session;
  const code = lockOf(view, row.node, 'rename') ?? lockOf(view, row.node, 'recode');
  if (code === null) return null;
  const reason = words({ code });
  return (
    <span className={styles.lock} role="img" aria-label={reason} title={reason}>
      <PlanIcon name="lock" size={12} />
    </span>
  );
}
