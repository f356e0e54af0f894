import type { ItemId } from '@cotejo/audits-contracts';
import { MOST_FILE_BYTES } from '@cotejo/files/protocol';
import { EmptyState, ErrorState, TableSkeleton, useFileZone } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { Paperclip } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useItem, useWorksheetHost } from '../host/worksheet-host.ts';
import { AttachButton } from './attach-button.tsx';
import { attachmentsStateAtom, useAttachmentsOf } from './attachment-atoms.ts';
import { AttachmentList } from './attachment-list.tsx';
import styles from './attachments.module.css';
import { useFieldName } from './field-name.ts';
import { useUploadsTo } from './uploads-atoms.ts';
import { useAttacher } from './use-attacher.ts';
import { useAttachmentsHere } from './use-attachments-here.ts';
import { useSizeWords } from './use-file-words.ts';

interface AttachmentsTabProps {
  readonly auditId: string;
  readonly itemId: ItemId;
}

/**
 * All files of a worksheet: those of the whole first, then by field. Also receives files dropped on the
 * panel.
 */
export function AttachmentsTab({ auditId, itemId }: AttachmentsTabProps) {
  const { t } = useTranslation('worksheets-web');
  const size = useSizeWords();
  const state = useAtomValue(attachmentsStateAtom);
  const rows = useAttachmentsOf(itemId);
  const uploads = useUploadsTo(itemId);
  const attacher = useAttacher();
  const { attach } = useAttachmentsHere(auditId, itemId);
  const { attached } = useWorksheetHost();
  const nameOfField = useFieldName(useItem());
  const own = useRef<HTMLDivElement>(null);

  const take = useCallback(
    (files: readonly File[]) => void attach(files, null).then(attached),
    [attach, attached],
  );
  const isOver = usePanelZone(own, attacher.mayEdit ? take : null);

  const groups = useMemo(() => {
    const fields = [...rows.map(({ fieldId }) => fieldId), ...uploads.map(({ place }) => place.field)];
    const others = [...new Set(fields.filter((field) => field !== null))].sort();
    return [null, ...others].map((field) => ({
      field,
      rows: rows.filter(({ fieldId }) => fieldId === field),
      uploads: uploads.filter(({ place }) => place.field === field),
    }));
  }, [rows, uploads]);
  const isEmpty = rows.length === 0 && uploads.length === 0;

  return (
    <div ref={own} className={styles.tab} data-over={isOver || undefined}>
      {state === 'refused' && <ErrorState text={t('attachments.refused')} />}
      {state === 'waiting' && rows.length === 0 && <TableSkeleton />}
      {state === 'live' && isEmpty && (
        <EmptyState
          icon={Paperclip}
          title={t('attachments.empty')}
          text={
            attacher.mayEdit
              ? t('attachments.hint', { most: size(MOST_FILE_BYTES) })
              : t('attachments.empty_readonly')
          }
          {...(attacher.mayEdit && {
            action: <AttachButton label={t('attachments.worksheet')} onFiles={take} />,
          })}
        />
      )}
      {!isEmpty && (
        <>
          {attacher.mayEdit && (
            <div className={styles.top}>
              <AttachButton label={t('attachments.worksheet')} onFiles={take} />
            </div>
          )}
          {groups.map(({ field, ...group }) => {
            if (group.rows.length === 0 && group.uploads.length === 0) return null;
            const title = field === null ? t('attachments.of_worksheet') : nameOfField(field);
            const label = field === null ? t('attachments.worksheet') : title;
            return (
              <section key={field} className={styles.group}>
                {groups.length > 1 && <h3 className={styles.groupTitle}>{title}</h3>}
                <AttachmentList label={label} attacher={attacher} {...group} />
              </section>
            );
          })}
        </>
      )}
      {isOver && (
        <p className={styles.dropHere} aria-hidden>
          {t('attachments.drop')}
        </p>
      )}
    </div>
  );
}

/** Accepts dropped files on the whole panel, whichever of its tabs is selected. */
function usePanelZone(
  within: RefObject<HTMLElement | null>,
  onFiles: ((files: readonly File[]) => void) | null,
): boolean {
  const panel = useRef<Element | null>(null);
  useEffect(() => {
    panel.current = within.current?.closest('[role="dialog"]') ?? within.current;
  }, [within]);
  const isOver = useFileZone(panel, onFiles);
  useEffect(() => {
    panel.current?.toggleAttribute('data-files-over', isOver);
  }, [isOver]);
  return isOver;
}
