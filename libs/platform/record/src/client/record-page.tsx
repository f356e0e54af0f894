import { ConfirmDialog, useAddressQuery, useWorkspace, type Crumb } from '@cotejo/ui';
import {
  ListPage,
  type BulkAction,
  type ListOrder,
  type ListPageProps,
  type ListViewName,
} from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { Plus, Trash2, type LucideIcon } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOfAct, permissionOf, type AnyRecord } from '../record.ts';
import type { AnyRules } from '../rules.ts';
import { RULED, columnsOf, titleOf, type OptionColors, type RecordRow } from './record-columns.ts';
import { RecordForm, type FormLayout, type Given, type ReferenceOptions } from './record-form.tsx';
import { RecordPanel } from './record-panel.tsx';
import { useRecordWords } from './record-words.ts';
import { useRecordActs, type ParentOf, type RecordActs } from './use-record-acts.ts';
import { useRecordRows, type RowsScope } from './use-record-rows.ts';
import { useMoveRow } from './use-move-row.ts';

export interface RecordPageProps {
  /** The rules of the record, as exported by its domain. */
  readonly rules: { readonly record: unknown };
  /** Translation namespace of the record; see `useRecordWords`. */
  readonly words: string;
  readonly icon: LucideIcon;
  /** Field that serves as the record's title. */
  readonly nameField: string;
  /** Columns visible by default, in this order. */
  readonly columns: readonly string[];
  readonly form: FormLayout;
  /** Initial values of a new record; keep the object's identity between renders. */
  readonly given?: Given;
  readonly colors?: OptionColors;
  readonly references?: ReferenceOptions;
  /** Fields, by their names on the wire, that refusals are about. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  readonly firstView?: ListViewName;
  readonly firstOrder?: ListOrder;
  /** Columns that arrange the rows in the graphical views; a view without its own is not offered. */
  readonly kanban?: { readonly by: string };
  readonly calendar?: { readonly from: string };
  readonly gantt?: {
    readonly from: string;
    readonly to: string;
    /** Whether the work is done; otherwise it is late once its day has passed. */
    readonly isDone?: (row: RecordRow) => boolean;
  };
  readonly chart?: object;
  readonly tree?: { readonly by: readonly string[] | { readonly parent: string } };
  /** Pages above this one. */
  readonly breadcrumb?: readonly Crumb[];
  /** Shown beside the title; gets the rows of the list. */
  readonly meta?: (rows: readonly RecordRow[]) => ReactNode;
  /**
   * Rows that follow from a rule without being records, e.g. holidays by law; records in their place replace them.
   * Opening one offers the form of a record with its values. Their ids start with `RULED`.
   */
  readonly ruled?: (records: readonly RecordRow[]) => readonly RecordRow[];
  /** In place of the record's words for a list without rows. */
  readonly empty?: { readonly title?: string; readonly text?: string; readonly action?: ReactNode };
  /** Additional content for a record's panel. */
  readonly panel?: (row: RecordRow, acts: RecordActs, rows: readonly RecordRow[]) => ReactNode;
  /** Fields that `panel` shows itself. */
  readonly panelFields?: readonly string[];
  /** Acts that `panel` offers itself. */
  readonly panelActs?: readonly string[];
  /** After the fields of a form, beside the rows of the list; `row` is null for a new record. */
  readonly formNote?: (row: RecordRow | null, act: string, rows: readonly RecordRow[]) => ReactNode;
  /** Limits the rows, as those of one year. */
  readonly scope?: RowsScope;
  /** State of each row's parent, where the rules have one. */
  readonly parentOf?: ParentOf;
  /** Whether a record can be created now, besides the right to; default: yes. */
  readonly takesNew?: boolean;
  /** Actions before those of the page. */
  readonly actions?: ReactNode;
}

/** URL parameters: the record whose panel is open, and whether the trash is shown. */
const OPEN = 'abierto';
const TRASH = 'papelera';

interface Asked {
  readonly act: string;
  readonly row: RecordRow | null;
  /** Values in place of the row's. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** Page of a record: list, form, panel and trash. */
export function RecordPage(props: RecordPageProps) {
  const rules = props.rules as AnyRules;
  const { record } = rules;
  const { t } = useTranslation('record-client');
  const words = useRecordWords(props.words);
  const workspace = useWorkspace();
  const [query, setQuery] = useAddressQuery();
  const isTrash = query.get(TRASH) === '1';
  const openId = query.get(OPEN);
  const kept = useRecordRows(record, isTrash, props.scope);
  const { ruled } = props;
  const listed = useMemo(
    () => (ruled === undefined || isTrash ? kept.rows : [...kept.rows, ...ruled(kept.rows)]),
    [kept.rows, ruled, isTrash],
  );
  const rows = { ...kept, rows: listed };
  const acts = useRecordActs(rules, words, rows.put, props.parentOf);
  const [asked, setAsked] = useState<Asked | null>(null);
  const move = useMoveRow(rules, acts, setAsked);

  const setParam = useCallback(
    (name: string, value: string | null) =>
      setQuery(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: name === OPEN },
      ),
    [setQuery],
  );
  const { colors = NO_COLORS, columns: shown, panel } = props;
  const given = asked?.act === 'create' ? props.given : asked?.given;
  const options = useMemo(
    () => ({ words, colors, shown, hidden: t('hidden_reference') }),
    [words, colors, shown, t],
  );
  const columns = useMemo(() => columnsOf(record, rows.rows, options), [record, rows.rows, options]);
  const { nameField } = props;
  const titleOfRow = useCallback(
    (row: RecordRow) => titleOf(record, words, nameField, row),
    [record, words, nameField],
  );
  const onAct = (row: RecordRow, act: string) => {
    const needsForm = act === 'change' || Object.keys(fieldsOfAct(record, act)).length > 0;
    if (needsForm || act === 'remove') setAsked({ act, row });
    // `tryAct` shows the refusal itself.
    else
      void acts.tryAct(row, act).then(
        () => act === 'restore' && setParam(OPEN, null),
        () => undefined,
      );
  };
  const bulk = bulkOf(acts, words, record.acts, isTrash, t);
  const drawn = isTrash ? {} : drawnOf(record, props, move);

  return (
    <>
      <ListPage<RecordRow>
        key={isTrash ? TRASH : 'rows'}
        name={record.name}
        title={isTrash ? t('trash_of', { title: words.title }) : words.title}
        columns={columns}
        rows={rows}
        idOf={idOf}
        titleOf={titleOfRow}
        open={(row) => {
          if (!row.id.startsWith(RULED)) setParam(OPEN, row.id);
          else if (acts.mayCreate) setAsked({ act: 'create', row });
        }}
        {...(props.breadcrumb !== undefined && {
          breadcrumb: [...props.breadcrumb, { label: words.title }],
        })}
        {...(props.meta !== undefined && !isTrash && { meta: props.meta(rows.rows) })}
        current={openId}
        bulk={bulk}
        {...(props.firstView !== undefined && { firstView: props.firstView })}
        {...(props.firstOrder !== undefined && { firstOrder: props.firstOrder })}
        {...drawn}
        empty={
          isTrash
            ? { icon: Trash2, title: t('trash_empty'), text: t('trash_text') }
            : { icon: props.icon, title: words.empty, text: words.emptyText, ...props.empty }
        }
        actions={
          <>
            {!isTrash && props.actions}
            {(isTrash || workspace.can(permissionOf(record, 'delete'))) && (
              <Button
                variant="default"
                leftSection={<Trash2 size={15} aria-hidden />}
                onClick={() => setParam(TRASH, isTrash ? null : '1')}
                aria-pressed={isTrash}
              >
                {t(isTrash ? 'leave_trash' : 'trash')}
              </Button>
            )}
            {acts.mayCreate && !isTrash && props.takesNew !== false && (
              <Button
                leftSection={<Plus size={16} aria-hidden />}
                onClick={() => setAsked({ act: 'create', row: null })}
              >
                {words.create}
              </Button>
            )}
          </>
        }
      />
      {openId !== null && (
        <RecordPanel
          key={openId}
          record={record}
          words={words}
          id={openId}
          row={rows.rows.find(({ id }) => id === openId) ?? null}
          columnsOf={(row) =>
            columnsOf(record, [row], options).filter(({ id }) => props.panelFields?.includes(id) !== true)
          }
          nameField={props.nameField}
          openFor={(row) => acts.openFor(row).filter((act) => props.panelActs?.includes(act) !== true)}
          {...(props.panelFields !== undefined && { ownLists: props.panelFields })}
          onAct={onAct}
          onClose={() => setParam(OPEN, null)}
          {...(panel !== undefined && { children: (row) => panel(row, acts, rows.rows) })}
        />
      )}
      {asked !== null && asked.act !== 'remove' && (
        <RecordForm
          record={record}
          words={words}
          act={asked.act}
          row={asked.row}
          layout={
            asked.act === 'create' || asked.act === 'change'
              ? props.form
              : Object.keys(fieldsOfAct(record, asked.act))
          }
          references={props.references ?? NO_REFERENCES}
          fieldOfCode={props.fieldOfCode}
          of={asked.act === 'create' || asked.row === null ? undefined : titleOfRow(asked.row)}
          {...(given !== undefined && { given })}
          send={async (body) => {
            if (asked.act === 'create') setParam(OPEN, (await acts.create(body)).id);
            else if (asked.row !== null) await acts.act(asked.row, asked.act, body);
          }}
          onClose={() => setAsked(null)}
        >
          {props.formNote?.(asked.row, asked.act, rows.rows)}
        </RecordForm>
      )}
      {asked?.act === 'remove' && asked.row !== null && (
        <ConfirmDialog
          opened
          title={words.act('remove')}
          question={words.removeQuestion(titleOfRow(asked.row))}
          left={t('cancel')}
          right={words.act('remove')}
          onConfirm={async () => {
            if (asked.row !== null) await acts.act(asked.row, 'remove');
            setParam(OPEN, null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const NO_COLORS: OptionColors = {};
const NO_REFERENCES: ReferenceOptions = {};
const idOf = ({ id }: RecordRow): string => id;

/** Acts without a body can be applied to several rows at once. */
function bulkOf(
  acts: ReturnType<typeof useRecordActs>,
  words: ReturnType<typeof useRecordWords>,
  own: Readonly<Record<string, { readonly body?: object }>>,
  isTrash: boolean,
  t: (key: string, values?: Readonly<Record<string, unknown>>) => string,
): readonly BulkAction<RecordRow>[] {
  const plain = Object.entries(own).flatMap(([act, { body }]) => (body === undefined ? [act] : []));
  return [...plain, isTrash ? 'restore' : 'remove'].map((act) => ({
    id: act,
    label: words.act(act),
    appliesTo: (row) => acts.openFor(row).includes(act),
    run: (row) => acts.tryAct(row, act),
    ...(act === 'remove' && {
      isDanger: true,
      question: (count: number) => t('remove_many', { count }),
    }),
  }));
}

/** Options of the graphical views, including changes by dragging. */
function drawnOf(
  { fields }: AnyRecord,
  { kanban, calendar, gantt, chart, tree }: RecordPageProps,
  move: ReturnType<typeof useMoveRow>,
): Pick<ListPageProps<RecordRow>, 'kanban' | 'calendar' | 'gantt' | 'chart' | 'tree'> {
  return {
    ...(kanban && { kanban: { ...kanban, move } }),
    ...(calendar && { calendar: { ...calendar, move } }),
    // Both ends of a bar can be dragged, so both days must be writable.
    ...(gantt && {
      gantt: {
        ...gantt,
        ...(fields[gantt.from]?.isWritten && fields[gantt.to]?.isWritten && { move }),
      },
    }),
    ...(chart && { chart }),
    ...(tree && { tree }),
  };
}
