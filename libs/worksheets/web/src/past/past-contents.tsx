import { ErrorState, TableSkeleton, useErrorText } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { PastFiles } from './past-files.tsx';
import { PastNotes } from './past-notes.tsx';
import type { PastContentsProps } from './past-props.ts';
import { PastTexts } from './past-texts.tsx';
import styles from './past.module.css';
import { isGone, usePastContents } from './use-past-contents.ts';

/** Past texts, files and notes of a worksheet, optionally compared with another version. */
export function PastContents(props: PastContentsProps) {
  const { t } = useTranslation('worksheets-web');
  const words = useErrorText();
  const { audit, item, version, other } = props;
  const then = usePastContents(audit.id, item.id, version);
  const beside = usePastContents(audit.id, item.id, other);
  const failed = then.isError ? then : beside.isError ? beside : null;
  if (failed) {
    if (isGone(failed.error)) return <p className={styles.gone}>{t('past.gone')}</p>;
    return <ErrorState text={words(failed.error)} onRetry={() => void failed.refetch()} />;
  }
  if (then.data === undefined || (other !== null && beside.data === undefined))
    return <TableSkeleton rows={3} />;
  const isSettled = !then.isPlaceholderData && !(other !== null && beside.isPlaceholderData);
  const shared = { ...props, shown: then.data, beside: other === null ? null : (beside.data ?? null) };
  return (
    <div aria-busy={!isSettled}>
      <PastTexts {...shared} />
      <PastFiles {...shared} />
      <PastNotes {...shared} />
    </div>
  );
}
