import { perform } from '@cotejo/http/client';
import { ErrorState, Facts, SidePanel, TableSkeleton, useErrorText, useWorkspace } from '@cotejo/ui';
import { CellView, type ListColumn } from '@cotejo/ui/list';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callsOf } from '../calls.ts';
import type { AnyRecord } from '../record.ts';
import { isFile, type FileView } from '../fields.ts';
import { EntryList, type Entry } from './entry-list.tsx';
import { FileList } from './file-list.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { titleOf, valueOf, type RecordRow } from './record-columns.ts';
import type { RecordWords } from './record-words.ts';
import styles from './record-panel.module.css';
import { changeOf } from './use-record-rows.ts';

export interface RecordPanelProps {
  readonly record: AnyRecord;
  readonly words: RecordWords;
  /** The row if the list contains it; otherwise it is loaded by id. */
  readonly row: RecordRow | null;
  readonly id: string;
  readonly columnsOf: (row: RecordRow) => readonly ListColumn<RecordRow>[];
  /** Lists that `children` shows itself. */
  readonly ownLists?: readonly string[];
  /** Field that serves as the record's title. */
  readonly nameField: string;
  readonly openFor: (row: RecordRow) => readonly string[];
  readonly onAct: (row: RecordRow, act: string) => void;
  readonly onClose: () => void;
  readonly children?: (row: RecordRow) => ReactNode;
}

/** Side panel of one record: its currently allowed acts, its fields and its history. */
export function RecordPanel(props: RecordPanelProps) {
  const { record, words, id, nameField, onClose } = props;
  const { t } = useTranslation('record-client');
  const { api } = useWorkspace();
  const failure = useErrorText();
  const read = useQuery({
    queryKey: ['record', record.name, 'one', id],
    queryFn: async ({ signal }) =>
      changeOf(record, await perform(api, callsOf(record).read, { params: { id } }, { signal })).row,
    enabled: props.row === null,
  });
  const row = props.row ?? read.data ?? null;
  return (
    <SidePanel
      opened
      title={row === null ? t('loading') : titleOf(record, words, nameField, row)}
      onClose={onClose}
      isBusy={row === null && read.isPending}
      {...(row !== null && {
        overline: <span>{words.title}</span>,
        actions: <QuietActs {...props} row={row} />,
        ...(actsOf(props, row).length > 0 && { footer: <Acts {...props} row={row} /> }),
      })}
    >
      {row === null && read.isError && <ErrorState text={failure(read.error)} />}
      {row === null && read.isPending && <TableSkeleton rows={5} />}
      {row !== null && <PanelBody {...props} row={row} />}
    </SidePanel>
  );
}

/** Common acts, shown as icons in the header; the record's own acts are buttons in the footer. */
const QUIET = { change: Pencil, remove: Trash2 } as const;
type Quiet = keyof typeof QUIET;

type ActsProps = RecordPanelProps & { readonly row: RecordRow };

const actsOf = ({ openFor }: RecordPanelProps, row: RecordRow): readonly string[] =>
  openFor(row).filter((act) => !(act in QUIET));

function QuietActs({ words, row, openFor, onAct }: ActsProps) {
  const open = openFor(row);
  return (Object.keys(QUIET) as Quiet[])
    .filter((act) => open.includes(act))
    .map((act) => {
      const Icon = QUIET[act];
      return (
        <Tooltip key={act} label={words.act(act)}>
          <ActionIcon variant="default" size={32} aria-label={words.act(act)} onClick={() => onAct(row, act)}>
            <Icon size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      );
    });
}

/** The first act is the primary one and is placed last, at the usual position of the primary button. */
function Acts(props: ActsProps) {
  const { words, row, onAct } = props;
  const acts = actsOf(props, row);
  return (
    <div className={styles.acts}>
      {acts.toReversed().map((act, at) => (
        <Button
          key={act}
          variant={at === acts.length - 1 ? 'filled' : 'default'}
          onClick={() => onAct(row, act)}
        >
          {words.act(act)}
        </Button>
      ))}
    </div>
  );
}

function PanelBody(props: RecordPanelProps & { readonly row: RecordRow }) {
  const { record, words, row, nameField, columnsOf, children } = props;
  const { t } = useTranslation('record-client');
  const isApart = (name: string) => {
    const field = record.fields[name];
    return field !== undefined && (field.kind === 'list' || isFile(field));
  };
  const columns = columnsOf(row).filter((column) => {
    const value = column.value(row);
    return (
      column.id !== nameField && !isApart(column.id) && value !== null && value !== '' && value !== false
    );
  });
  const texts = columns.filter(({ id }) => record.fields[id]?.kind === 'text');
  return (
    <div className={styles.body}>
      <Facts
        facts={columns
          .filter((column) => !texts.includes(column))
          .map((column) => ({
            label: column.label,
            value: <CellView column={column} row={row} />,
          }))}
      />
      {texts.map((column) => (
        <section key={column.id} className={styles.text}>
          <h3>{column.label}</h3>
          <p>{String(column.value(row))}</p>
        </section>
      ))}
      {Object.entries(record.fields).map(
        ([name, field]) =>
          isFile(field) && (
            <FileList
              key={name}
              title={words.field(name)}
              record={record}
              id={row.id}
              files={[(valueOf(row, name) ?? []) as FileView | readonly FileView[]].flat()}
            />
          ),
      )}
      {children?.(row)}
      {Object.entries(record.fields).map(
        ([name, { entry }]) =>
          entry !== null &&
          props.ownLists?.includes(name) !== true && (
            <EntryList
              key={name}
              title={words.field(name)}
              entry={entry}
              entries={valueOf(row, name) as readonly Entry[]}
              words={words}
            />
          ),
      )}
      <section className={styles.text}>
        <h3>{t('history')}</h3>
        <HistoryPanel record={record} words={words} id={row.id} version={row.version} />
      </section>
    </div>
  );
}
