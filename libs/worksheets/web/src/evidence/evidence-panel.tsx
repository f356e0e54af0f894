import type { ItemId } from '@cotejo/audits-contracts';
import { alive, itemTitle, resolved, type AuditView } from '@cotejo/audits-domain';
import { EmptyState, ErrorState, SidePanel, TableSkeleton, useWorkspace } from '@cotejo/ui';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { SegmentedControl, Select, TextInput, UnstyledButton } from '@mantine/core';
import { useAtomValue, useStore } from 'jotai';
import { FolderOpen, Search } from 'lucide-react';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentRowsAtom, attachmentsStateAtom } from '../attachments/attachment-atoms.ts';
import { addressesOf } from '../attachments/attachment-images.ts';
import { FileLine } from '../attachments/attachment-line.tsx';
import { isStanding } from '../attachments/attachment-lines.ts';
import { FILE_KINDS, previewOf } from '../attachments/file-kind.ts';
import { PreviewOverlay } from '../attachments/preview-overlay.tsx';
import { useDownload } from '../attachments/use-file-acts.ts';
import { useSizeWords } from '../attachments/use-file-words.ts';
import { EVERYTHING, filterEvidence, SIGNED_FILTERS, type EvidenceFilter } from './filter-evidence.ts';
import styles from './evidence.module.css';

/** The part of the open audit that the index needs. */
export interface EvidenceSession {
  readonly view: AuditView;
  /** A new object after each change of the tree. */
  readonly snapshot: object;
  onTree(listener: () => void): () => void;
}

export interface EvidencePanelProps {
  readonly auditId: string;
  readonly session: EvidenceSession;
  /** The item whose files are shown; null for the whole audit. */
  readonly itemId: ItemId | null;
  readonly onItem: (id: ItemId | null) => void;
  /** Opens the worksheet of an item. */
  readonly onOpenItem: (id: ItemId) => void;
  readonly onClose: () => void;
}

/** Evidence index: all current files of the audit, filtered by kind, uploader, signature and text. */
export function EvidencePanel({ auditId, session, itemId, onItem, onOpenItem, onClose }: EvidencePanelProps) {
  const { t } = useTranslation('worksheets-web');
  const size = useSizeWords();
  const store = useStore();
  const { api } = useWorkspace();
  const state = useAtomValue(attachmentsStateAtom);
  const download = useDownload(auditId);
  const standing = useStanding(session);
  const [filter, setFilter] = useState(EVERYTHING);
  const [shown, setShown] = useState<AttachmentView | null>(null);
  const load = useCallback((id: string) => addressesOf(store, auditId).get(api, id), [store, auditId, api]);

  const node = itemId === null ? undefined : session.view.get(itemId);
  const item = node && resolved(session.view, node);
  const ofItem = item ? standing.filter(({ modelId }) => modelId === item.id) : standing;
  const nameOf = (id: ItemId): string => {
    const found = session.view.get(id);
    return found ? itemTitle(session.view, found) : '';
  };
  const files = filterEvidence(ofItem, filter, nameOf);
  const bytes = files.reduce((sum, { peso_archivo }) => sum + peso_archivo, 0);

  return (
    <SidePanel
      opened
      title={t('attachments.evidence.title')}
      onClose={onClose}
      overline={item && <span className={styles.scope}>{itemTitle(session.view, item)}</span>}
      tabs={
        <div className={styles.filters}>
          {item && (
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('attachments.evidence.scope')}
              value="item"
              onChange={(value) => value === 'audit' && onItem(null)}
              data={[
                { value: 'item', label: t('attachments.evidence.of_item') },
                { value: 'audit', label: t('attachments.evidence.of_audit') },
              ]}
            />
          )}
          <Filters
            filter={filter}
            people={peopleOf(ofItem)}
            onFilter={(change) => setFilter({ ...filter, ...change })}
          />
        </div>
      }
      footer={
        files.length > 0 ? (
          <span className={`num ${styles.total}`}>
            {t('attachments.count', { count: files.length })} ·{' '}
            {t('attachments.evidence.total', { size: size(bytes) })}
          </span>
        ) : undefined
      }
    >
      {state === 'refused' && <ErrorState text={t('attachments.refused')} />}
      {state === 'waiting' && standing.length === 0 && <TableSkeleton />}
      {state === 'live' && files.length === 0 && (
        <EmptyState
          icon={FolderOpen}
          title={t(ofItem.length === 0 ? 'attachments.evidence.empty' : 'attachments.evidence.filtered')}
          {...(ofItem.length === 0 && { text: t('attachments.evidence.empty_text') })}
        />
      )}
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.entry}>
            <FileLine
              file={file}
              load={load}
              acts={[]}
              onOpen={setShown}
              onDownload={(one) => void download(one)}
              onAct={() => undefined}
            />
            {!item && (
              <UnstyledButton
                className={styles.item}
                aria-label={t('attachments.evidence.open', { name: nameOf(file.modelId) })}
                onClick={() => onOpenItem(file.modelId)}
              >
                {nameOf(file.modelId)}
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
      <PreviewOverlay
        files={files.filter(({ tipo }) => previewOf(tipo) !== null)}
        shown={shown}
        load={load}
        onShow={setShown}
        onDownload={(file) => void download(file)}
        onClose={() => setShown(null)}
      />
    </SidePanel>
  );
}

/** Current files on items outside the trash, newest first. */
function useStanding(session: EvidenceSession): readonly AttachmentView[] {
  const rows = useAtomValue(attachmentRowsAtom);
  const tree = useSyncExternalStore(
    (listener) => session.onTree(listener),
    () => session.snapshot,
  );
  // `session.view` is mutable; the snapshot changes with it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(
    () =>
      [...rows.values()]
        .filter((row) => isStanding(row) && alive(session.view, row.modelId))
        .sort((a, b) => b.orden - a.orden),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rows, tree, session],
  );
}

const peopleOf = (files: readonly AttachmentView[]): readonly AttachmentView['created_by'][] =>
  [...new Map(files.map(({ created_by }) => [created_by.id, created_by])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );

interface FiltersProps {
  readonly filter: EvidenceFilter;
  readonly people: readonly AttachmentView['created_by'][];
  readonly onFilter: (change: Partial<EvidenceFilter>) => void;
}

function Filters({ filter, people, onFilter }: FiltersProps) {
  const { t } = useTranslation('worksheets-web');
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('attachments.evidence.search')}
        placeholder={t('attachments.evidence.search')}
        leftSection={<Search size={14} aria-hidden />}
        value={filter.text}
        onChange={({ currentTarget }) => onFilter({ text: currentTarget.value })}
      />
      <div className={styles.selects}>
        <Select
          size="xs"
          clearable
          aria-label={t('attachments.evidence.kind')}
          placeholder={t('attachments.evidence.all_kinds')}
          data={FILE_KINDS.map((value) => ({ value, label: t(`attachments.kind.${value}`) }))}
          value={filter.kind}
          onChange={(value) => onFilter({ kind: FILE_KINDS.find((one) => one === value) ?? null })}
        />
        <Select
          size="xs"
          clearable
          aria-label={t('attachments.evidence.person')}
          placeholder={t('attachments.evidence.everybody')}
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.person}
          onChange={(person) => onFilter({ person })}
        />
        <Select
          size="xs"
          allowDeselect={false}
          aria-label={t('attachments.evidence.signed')}
          data={SIGNED_FILTERS.map((value) => ({
            value,
            label: t(`attachments.evidence.signed_filter.${value}`),
          }))}
          value={filter.signed}
          onChange={(value) => onFilter({ signed: SIGNED_FILTERS.find((one) => one === value) ?? 'all' })}
        />
      </div>
    </>
  );
}
