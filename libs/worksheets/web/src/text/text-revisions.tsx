import { recordModelOf, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { ErrorState, PersonAvatar, TableSkeleton, useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import {
  textCalls,
  textRevisionRow,
  WORKSHEET_TEXTS_TOPIC,
  type TextRevisionRow,
  type TextRevisionView,
} from '@cotejo/worksheets-contracts';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '../attachments/field-name.ts';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { useRestoreText } from '../past/use-past-contents.ts';
import { TextDiff } from './text-diff.tsx';
import styles from './text-revisions.module.css';

interface TextRevisionsProps {
  readonly auditId: string;
  readonly itemId: ItemId;
}

/** Revision history of a worksheet's texts, with authors and word-level diffs. */
export function TextRevisions({ auditId, itemId }: TextRevisionsProps) {
  const { t } = useTranslation('worksheets-web');
  const { api } = useWorkspace();
  const words = useErrorText();
  const { audit, session } = useWorksheetHost();
  const fieldName = useFieldName(session.view.get(itemId));
  const [chosen, setChosen] = useState<string | null>(null);
  const params = { model: recordModelOf(audit.record_type), auditId, itemId };
  const texts = useQuery({
    queryKey: ['worksheet-texts', auditId, itemId],
    queryFn: ({ signal }) => perform(api, textCalls.texts, { params }, { signal }),
    gcTime: 0,
  });
  const fields = (texts.data?.textos ?? []).filter(({ rev }) => rev > 0).map(({ campo }) => campo);
  const field = chosen ?? fields[0];
  const revisions = useQuery({
    queryKey: ['text-revisions', auditId, itemId, field],
    enabled: field !== undefined,
    queryFn: ({ signal }) =>
      perform(
        api,
        textCalls.revisions,
        { params: { ...params, campo: field ?? '' }, query: { limite: 30 } },
        { signal },
      ),
    gcTime: 0,
  });
  useNewRevisions(auditId, itemId);
  if (texts.isPending) return <TableSkeleton rows={2} />;
  if (texts.isError) {
    // Types without texts have no revisions.
    if (texts.error instanceof ApiError && texts.error.status === 404) return null;
    return <ErrorState text={words(texts.error)} onRetry={() => void texts.refetch()} />;
  }
  if (field === undefined) return <p className={styles.none}>{t('text.revisions.none')}</p>;
  return (
    <section className={styles.revisions}>
      <Select
        label={t('text.revisions.title')}
        allowDeselect={false}
        data={fields.map((value) => ({ value, label: fieldName(value) }))}
        value={field}
        onChange={setChosen}
      />
      {revisions.isPending && <TableSkeleton rows={2} />}
      {revisions.isError && (
        <ErrorState text={words(revisions.error)} onRetry={() => void revisions.refetch()} />
      )}
      <ol className={styles.list} aria-label={t('text.revisions.title')}>
        {(revisions.data?.revisiones ?? []).map((revision, at) => (
          <Revision key={revision.rev} revision={revision} isNewest={at === 0} />
        ))}
      </ol>
    </section>
  );
}

/** Reads the lists again when a text of the worksheet gets a revision. */
function useNewRevisions(auditId: string, itemId: ItemId): void {
  const { live } = useWorkspace();
  const { session } = useWorksheetHost();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.follow(WORKSHEET_TEXTS_TOPIC, auditId, session.view.version, {
        onFrame: ({ rows }) => {
          if (!rows.some((row) => textRevisionRow.parse(row).modelo_id === itemId)) return;
          void queries.invalidateQueries({ queryKey: ['worksheet-texts', auditId, itemId] });
          void queries.invalidateQueries({ queryKey: ['text-revisions', auditId, itemId] });
        },
      }),
    [live, queries, session, auditId, itemId],
  );
}

interface RevisionProps {
  readonly revision: TextRevisionRow;
  readonly isNewest: boolean;
}

function Revision({ revision, isNewest }: RevisionProps) {
  const { t } = useTranslation('worksheets-web');
  const format = useFormat();
  const { audit, session } = useWorksheetHost();
  const [isOpen, setOpen] = useState(isNewest);
  const restoring = useRestoreText(audit, revision.modelo_id, {
    campo: revision.campo,
    rev: revision.rev,
    label: t('text.revisions.restore'),
  });
  const names = revision.autores.map(({ name }) => name).join(', ');
  const [author] = revision.autores;
  const reason = session.mode === 'edit' ? null : t('text.revisions.may_not');
  return (
    <li className={styles.revision}>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {author && (
          <PersonAvatar
            person={{ id: author.id, name: author.name, initials: author.sigla }}
            size={20}
            decorative
          />
        )}
        <b>{names || t('text.revisions.nobody')}</b>
        <span className="num">{t('text.revisions.number', { rev: revision.rev })}</span>
        {revision.momento !== null && (
          <time dateTime={revision.momento}>{format.dateTime(revision.momento)}</time>
        )}
      </button>
      {isOpen && (
        <div className={styles.body}>
          <TextChange audit={audit} itemId={revision.modelo_id} field={revision.campo} rev={revision.rev} />
          {!isNewest && (
            <button
              type="button"
              className={styles.restore}
              aria-disabled={reason !== null || restoring.isPending || undefined}
              title={reason ?? undefined}
              onClick={() => {
                if (reason === null) restoring.start();
              }}
            >
              {t('text.revisions.restore')}
            </button>
          )}
        </div>
      )}
      {restoring.question}
    </li>
  );
}

interface TextChangeProps {
  readonly audit: Pick<AuditDetail, 'id' | 'record_type'>;
  readonly itemId: ItemId;
  readonly field: string;
  readonly rev: number;
}

/** What a revision changed in a text. */
export function TextChange({ audit, itemId, field, rev }: TextChangeProps) {
  const { t } = useTranslation('worksheets-web');
  const { api } = useWorkspace();
  const words = useErrorText();
  const params = { model: recordModelOf(audit.record_type), auditId: audit.id, itemId, campo: field, rev };
  const view = useQuery({
    queryKey: ['text-revision', params],
    queryFn: ({ signal }) => perform(api, textCalls.revision, { params }, { signal }),
    staleTime: Infinity,
  });
  if (view.isPending) return <TableSkeleton rows={1} />;
  if (view.isError) return <ErrorState text={words(view.error)} onRetry={() => void view.refetch()} />;
  const { diferencias } = view.data;
  if (diferencias === null) return <p className={styles.none}>{t(noWordsBecause(view.data))}</p>;
  return <TextDiff lines={diferencias} />;
}

/** Reason why a revision shows no text. */
const noWordsBecause = ({ redactado, alterado }: TextRevisionView) =>
  redactado ? 'text.revisions.redacted' : alterado ? 'text.revisions.altered' : 'text.revisions.no_words';
