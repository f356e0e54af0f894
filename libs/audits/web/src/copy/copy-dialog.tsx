import { lockOf } from '@cotejo/audits-domain';
import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveView } from '../actions/use-live-view.ts';
import { ItemsDialog, type ItemsDialogProps } from '../actions/items-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { CopyByYear } from './copy-by-year.tsx';
import { CopyElsewhere } from './copy-elsewhere.tsx';
import { CopyHere } from './copy-here.tsx';

/** "Copiar a…": copies within this audit or into another one. */
export function CopyDialog(props: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const title = {
    one: (name: string) => t('copy.title', { name }),
    many: (count: number) => t('copy.title_many', { count }),
  };
  return (
    <ItemsDialog {...props} title={title}>
      <CopyForm {...props} />
    </ItemsDialog>
  );
}

function CopyForm({ ids, onClose }: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const mayHere = session.mode === 'edit';
  const [where, setWhere] = useState(mayHere ? 'here' : 'elsewhere');
  const { items, refused } = useMemo(() => {
    const judged = ids.flatMap((id) => {
      const node = view.get(id);
      return node ? [{ id, code: lockOf(view, node, 'copy') }] : [];
    });
    return {
      items: judged.filter(({ code }) => code === null).map(({ id }) => id),
      refused: judged.flatMap(({ code }) => code ?? []),
    };
  }, [ids, view]);
  const isFinancialRisk =
    view.recordType === 'financial_audit' && items.some((id) => view.get(id)?.type === 'risk');
  const [firstRefused] = refused;

  return (
    <Stack gap="sm">
      {mayHere && (
        <SegmentedControl
          aria-label={t('copy.where')}
          size="xs"
          value={where}
          onChange={setWhere}
          data={[
            { value: 'here', label: t('copy.here') },
            { value: 'elsewhere', label: t('copy.elsewhere') },
          ]}
        />
      )}
      {firstRefused !== undefined && (
        <Alert role="note">
          {t('many.left_out', { count: refused.length })} {words({ code: firstRefused })}
        </Alert>
      )}
      {where === 'here' && <CopyHere ids={items} onClose={onClose} />}
      {where === 'elsewhere' && isFinancialRisk && <CopyByYear ids={items} onClose={onClose} />}
      {where === 'elsewhere' && !isFinancialRisk && <CopyElsewhere ids={items} onClose={onClose} />}
    </Stack>
  );
}
