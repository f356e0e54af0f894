import { CONTRACT_RECORD_TYPE, type ItemId } from '@cotejo/audits-contracts';
import { ApiError } from '@cotejo/http/client';
import { DialogFrame, notify } from '@cotejo/ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan, type CopiedItems } from '../plan/plan-context.ts';
import { CopyByYear } from './copy-by-year.tsx';
import { CopyProgress } from './copy-progress.tsx';
import { useCopyRun } from './use-copy-run.ts';

interface PasteFromDialogProps {
  readonly copied: CopiedItems;
  readonly parent: ItemId | null;
  readonly onClose: () => void;
}

/** Pastes items copied in another audit, after a preview of the resulting types. */
export function PasteFromDialog(props: PasteFromDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const { parent, copied, onClose } = props;
  const node = parent === null ? undefined : session.view.get(parent);
  return (
    <DialogFrame
      opened
      onClose={onClose}
      title={t('copy.paste_title', { count: copied.ids.length, name: node?.name ?? t('plan.top') })}
    >
      <PasteFrom {...props} />
    </DialogFrame>
  );
}

function PasteFrom({ copied, parent, onClose }: PasteFromDialogProps) {
  const { t } = useTranslation('audits-web');
  const { audit, reveal } = usePlan();
  const run = useCopyRun();
  const total = copied.ids.length;
  const [first] = run.made;
  const isDone = run.state === 'done';
  useEffect(() => {
    if (!isDone) return;
    // The copies are in this tree, so the first one is revealed.
    notify.success(t('copy.done', { count: total }));
    onClose();
    if (first !== undefined) requestAnimationFrame(() => reveal(first as ItemId));
  }, [isDone, first, total, onClose, reveal, t]);
  const paste = () =>
    // The source audit is not open here; the server knows the items' types.
    void run.start(
      { recordType: 'audit_plan', ids: copied.ids, areRisks: false },
      { audit: audit.id, parent },
    );
  // Only the server knows that risks of a financial audit are among them; those are copied by year and
  // project.
  if (run.error instanceof ApiError && run.error.code === 'financial_risk_copy') {
    const isFinancial = audit.record_type === CONTRACT_RECORD_TYPE.financial_audit;
    return (
      <Stack gap="sm">
        {run.done > 0 && <Text size="sm">{t('copy.failed', { done: run.done, count: total })}</Text>}
        <CopyByYear
          ids={copied.ids.slice(run.done)}
          from={copied.audit}
          {...(isFinancial ? { into: audit } : {})}
          onClose={onClose}
        />
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('copy.controls_elsewhere')}</Text>
      {copied.isCut && (
        <Text size="sm" c="dimmed">
          {t('copy.cut_stays')}
        </Text>
      )}
      {!isDone && <CopyProgress run={run} total={total} target={audit} onRetry={paste} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('create.cancel')}
        </Button>
        <Button loading={run.state === 'running'} onClick={paste} data-autofocus>
          {t('copy.paste')}
        </Button>
      </Group>
    </Stack>
  );
}
