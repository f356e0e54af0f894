import { FLOWCHART_FIELD } from '@cotejo/worksheets-contracts';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounceField } from '../host/worksheet-host.ts';
import { NoteHere } from '../notes/note-here.tsx';
import { TextStatusLine } from '../text/text-status.tsx';
import { isUnopened, useWorksheetText } from '../text/use-worksheet-text.ts';
import styles from './flowchart.module.css';

/** The canvas and its styles are loaded on demand. */
const FlowchartEditor = lazy(() => import('./flowchart-editor.tsx'));

export interface FlowchartFieldProps {
  /** Read-only for all users. */
  readonly isLocked?: boolean;
}

/** Co-edited flowchart of the surrounding worksheet. */
export function FlowchartField({ isLocked = false }: FlowchartFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const text = useWorksheetText();
  const announced = useAnnounceField(FLOWCHART_FIELD);
  const waiting = <Skeleton className={styles.waiting} radius={6} />;
  return (
    <section
      className={styles.field}
      data-field={FLOWCHART_FIELD}
      data-notes-around
      aria-label={t('flow.title')}
      {...announced}
    >
      <div className={styles.status}>
        {text && <TextStatusLine status={text.status} />}
        <NoteHere field={FLOWCHART_FIELD} label={t('flow.title')} />
      </div>
      {text?.document ? (
        <Suspense fallback={waiting}>
          <FlowchartEditor
            // A new document needs a new editor with an empty undo history.
            key={text.document.guid}
            document={text.document}
            connection={text.connection}
            drafts={text.drafts}
            isWritable={text.isWritable && !isLocked}
          />
        </Suspense>
      ) : text && isUnopened(text) ? (
        <p className={styles.unopened}>{t('flow.unopened')}</p>
      ) : (
        waiting
      )}
    </section>
  );
}
