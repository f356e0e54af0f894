import { ErrorState, useWorkspace } from '@cotejo/ui';
import { stepProgrammeView } from '@cotejo/worksheets-contracts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from './step-programme-panel.module.css';

interface StepProgrammePanelProps {
  readonly auditId: string;
  readonly itemId: string;
}

/** What a step is to achieve and what to do, one instruction after the other. */
export function StepProgrammePanel({ auditId, itemId }: StepProgrammePanelProps) {
  const { t } = useTranslation('worksheets-web');
  const { api } = useWorkspace();
  const programme = useQuery({
    queryKey: ['step-programme', auditId, itemId],
    queryFn: ({ signal }) =>
      api.get(`/proyecto/riesgo/auditoria/${auditId}/tree/${itemId}/programa/`, {
        schema: stepProgrammeView,
        signal,
      }),
  });

  if (programme.isPending) return <Loading label={t('step.loading')} />;
  if (programme.isError)
    return <ErrorState text={programme.error.message} onRetry={() => void programme.refetch()} />;
  const { objetivo, instrucciones } = programme.data;
  if (objetivo === null && instrucciones.length === 0)
    return <p className={styles.hint}>{t('step.empty')}</p>;
  return (
    <>
      {objetivo !== null && (
        <section>
          <h3 className={styles.title}>{t('step.objective')}</h3>
          <Lines text={objetivo} />
        </section>
      )}
      {instrucciones.length > 0 && (
        <section>
          <h3 className={styles.title}>{t('step.instructions', { count: instrucciones.length })}</h3>
          <ol className={styles.instructions}>
            {instrucciones.map(({ id, texto }) => (
              <li key={id}>{texto ?? <i>{t('step.redacted')}</i>}</li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Leading spaces are levels: each line hangs under its own letter. */
function Lines({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      {text.split('\n').map((line, place) => {
        const level = (line.length - line.trimStart().length) / 2;
        const key = `${place}:${line}`;
        return (
          <p key={key} style={{ marginLeft: `${level * 1.4}em` }}>
            {line.trim()}
          </p>
        );
      })}
    </div>
  );
}

function Loading({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      {[90, 70, 80, 60].map((width) => (
        <Skeleton key={width} height={10} width={`${width}%`} mb={10} radius="xs" />
      ))}
    </div>
  );
}
