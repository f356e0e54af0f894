import type { KernelIntent } from '@cotejo/audits-contracts';
import { DateField, useFormat } from '@cotejo/ui';
import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { farDays, firstDayOf, lastDayOf } from './far-days.ts';
import { ItemsDialog, type ItemsDialogProps } from './items-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { useLiveView } from './use-live-view.ts';

/** First and last day of one or several items; empty = none. */
export function DatesDialog(props: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const title = {
    one: (name: string) => t('dates.title', { name }),
    many: (count: number) => t('dates.title_many', { count }),
  };
  return (
    <ItemsDialog {...props} title={title}>
      <DatesForm {...props} />
    </ItemsDialog>
  );
}

/** The common value, or empty when the items differ. */
const common = (values: readonly (string | null)[]): string =>
  values.every((value) => value === values[0]) ? (values[0] ?? '') : '';

function DatesForm({ ids, onClose }: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const { audit, session, tell, announce } = usePlan();
  const format = useFormat();
  const words = useRejectionText();
  const view = useLiveView();
  const { items, refused } = useMemo(() => {
    const judged = ids.map((id) => {
      const [startDate, endDate] = view.get(id)?.dates ?? [null, null];
      return { id, rejection: session.judge({ kind: 'schedule_item', id, startDate, endDate }) };
    });
    return {
      items: judged.filter(({ rejection }) => rejection === null).map(({ id }) => id),
      refused: judged.flatMap(({ rejection }) => (rejection ? [rejection] : [])),
    };
  }, [ids, view, session]);
  const [start, setStart] = useState(() => common(items.map((id) => view.get(id)?.dates?.[0] ?? null)));
  const [end, setEnd] = useState(() => common(items.map((id) => view.get(id)?.dates?.[1] ?? null)));
  const isReversed = start !== '' && end !== '' && end < start;
  const far = farDays([...new Set([start, end])], audit);
  // A mistyped year is asked about once; other days are asked about again.
  const [asked, setAsked] = useState('');
  const isAsking = far.length > 0 && asked === far.join();
  const [firstRefused] = refused;

  const schedule = () => {
    if (isReversed) return;
    if (far.length > 0 && !isAsking) {
      setAsked(far.join());
      return;
    }
    const intents = items.map((id): KernelIntent => ({
      kind: 'schedule_item',
      id,
      startDate: start === '' ? null : start,
      endDate: end === '' ? null : end,
    }));
    if (!tell(session.actTogether(intents))) return;
    announce(t('dates.done', { count: items.length }));
    onClose();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        schedule();
      }}
    >
      <Stack gap="sm">
        {firstRefused && (
          <Alert role="note">
            {t('many.left_out', { count: refused.length })} {words(firstRefused)}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DateField label={t('dates.start')} value={start} onChange={setStart} />
          <DateField
            label={t('dates.end')}
            value={end}
            onChange={setEnd}
            error={isReversed ? t('create.dates_reversed') : undefined}
          />
        </SimpleGrid>
        {isAsking && (
          <Alert role="alert" color="yellow">
            {t('dates.far', {
              count: far.length,
              days: far.map((day) => format.date(day)),
              from: format.date(firstDayOf(audit)),
              to: format.date(lastDayOf(audit)),
            })}
          </Alert>
        )}
        <Group justify="space-between" gap="xs">
          <Button
            variant="subtle"
            disabled={start === '' && end === ''}
            onClick={() => {
              setStart('');
              setEnd('');
            }}
          >
            {t('dates.clear')}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('create.cancel')}
            </Button>
            <Button type="submit" disabled={isReversed || items.length === 0}>
              {t(isAsking ? 'dates.submit_anyway' : 'dates.submit')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
