import { useErrorText } from '@cotejo/ui';
import { Alert, Anchor, Button, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemPath, planPath } from '../list/plan-path.ts';
import type { CopyRun } from './use-copy-run.ts';

interface CopyProgressProps {
  readonly run: CopyRun;
  readonly total: number;
  readonly target: { readonly id: string; readonly nombre: string } | null;
  readonly onRetry: () => void;
}

/** Progress of a copy, its result, and a link to the target. */
export function CopyProgress({ run, total, target, onRetry }: CopyProgressProps) {
  const { t } = useTranslation('audits-web');
  const words = useErrorText();
  if (run.state === 'idle' || target === null) return null;
  if (run.state === 'failed')
    return (
      <Alert color="red" role="alert" title={t('copy.failed', { done: run.done, count: total })}>
        <Text size="sm">{words(run.error)}</Text>
        <Button variant="default" size="compact-sm" mt={8} onClick={onRetry}>
          {t('copy.retry')}
        </Button>
      </Alert>
    );
  if (run.state === 'running')
    return (
      <div role="status">
        <Progress value={(run.done / total) * 100} aria-label={t('copy.progress')} transitionDuration={150} />
        <Text size="sm" c="dimmed" mt={4}>
          {t('copy.running', { done: run.done, count: total })}
        </Text>
      </div>
    );
  const [first] = run.made;
  return (
    <Alert role="status" title={t('copy.done', { count: total })}>
      <Anchor
        component={Link}
        to={first === undefined ? planPath(target.id) : itemPath(target.id, first)}
        underline="always"
      >
        {t('copy.open', { name: target.nombre })}
      </Anchor>
    </Alert>
  );
}
