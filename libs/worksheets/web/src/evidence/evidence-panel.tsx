import type { ItemId } from '@cotejo/audits-contracts';
import { alive, itemTitle, resolved, type AuditView } from '@cotejo/audits-domain';
import { EmptyState, ErrorState, SidePanel, TableSkeleton, useWorkspace } from '@cotejo/ui';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { FindBar, NoneFound, optionsAmong, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { useAtomValue, useStore } from 'jotai';
import { FolderOpen } from 'lucide-react';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentRowsAtom, attachmentsStateAtom } from '../attachments/attachment-atoms.ts';
import { addressesOf } from '../attachments/attachment-images.ts';
import { FileLine } from '../attachments/attachment-line.tsx';
import { isStanding } from '../attachments/attachment-lines.ts';
import { FILE_KINDS, fileKind, previewOf } from '../attachments/file-kind.ts';
import { PreviewOverlay } from '../attachments/preview-overlay.tsx';
import { useDownload } from '../attachments/use-file-acts.ts';
import { useSizeWords } from '../attachments/use-file-words.ts';
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
  const [shown, setShown] = useState<AttachmentView | null>(null);
  const load = useCallback((id: string) => addressesOf(store, auditId).get(api, id), [store, auditId, api]);

  const node = itemId === null ? undefined : session.view.get(itemId);
  const item = node && resolved(session.view, node);
  const ofItem = useStanding(session, item?.id);
  const nameOf = useCallback(
    (id: ItemId): string => {
      const named = session.view.get(id);
      return named ? itemTitle(session.view, named) : '';
    },
    [session],
  );
  const found = useFoundRows({ rows: ofItem, columns: useFileColumns(ofItem, nameOf), under: 'evidencias.' });
  const files = found.rows;
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
          <FindBar found={found} search={t('attachments.evidence.search')} isInside />
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
      {state === 'waiting' && ofItem.length === 0 && <TableSkeleton />}
      {state === 'live' && ofItem.length === 0 && (
        <EmptyState
          icon={FolderOpen}
          title={t('attachments.evidence.empty')}
          text={t('attachments.evidence.empty_text')}
        />
      )}
      {ofItem.length > 0 && files.length === 0 && <NoneFound clear={found.clear} />}
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

/** Current files on items outside the trash, or on one of them, newest first. */
function useStanding(session: EvidenceSession, item: ItemId | undefined): readonly AttachmentView[] {
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
        .filter(
          (row) =>
            isStanding(row) &&
            alive(session.view, row.modelId) &&
            (item === undefined || row.modelId === item),
        )
        .sort((a, b) => b.orden - a.orden),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rows, tree, session, item],
  );
}

/** What files are searched, filtered and ordered by. */
function useFileColumns(
  files: readonly AttachmentView[],
  nameOf: (item: ItemId) => string,
): readonly ListColumn<AttachmentView>[] {
  const { t } = useTranslation('worksheets-web');
  return useMemo<readonly ListColumn<AttachmentView>[]>(
    () => [
      {
        ...{ id: 'archivo', label: t('attachments.evidence.file'), kind: 'text' },
        value: ({ nombre_archivo }) => nombre_archivo,
      },
      {
        ...{ id: 'elemento', label: t('attachments.evidence.item'), kind: 'text' },
        value: ({ modelId }) => nameOf(modelId),
      },
      {
        ...{ id: 'tipo', label: t('attachments.evidence.kind'), kind: 'choice' },
        value: ({ nombre_archivo, tipo }) => fileKind(nombre_archivo, tipo),
        options: FILE_KINDS.map((value) => ({ value, label: t(`attachments.kind.${value}`) })),
      },
      {
        ...{ id: 'persona', label: t('attachments.evidence.person'), kind: 'person' },
        value: ({ created_by }) => created_by.id,
        options: optionsAmong(files, ({ created_by: { id, name } }) => ({ value: id, label: name })),
      },
      { id: 'fecha', label: t('attachments.evidence.at'), kind: 'day', value: (file) => file.created_at },
      {
        ...{ id: 'tamano', label: t('attachments.evidence.size'), kind: 'number' },
        value: ({ peso_archivo }) => peso_archivo,
      },
      { id: 'firmado', label: t('attachments.evidence.signed'), kind: 'flag', value: isSigned },
    ],
    [t, files, nameOf],
  );
}

const isSigned = ({ firmas }: AttachmentView): boolean =>
  firmas.completado.length + firmas.revisado.length > 0;
