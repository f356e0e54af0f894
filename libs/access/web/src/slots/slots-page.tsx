import { accessCalls, slotState, userType, type SlotRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { EmptyState, ErrorState, notify, PageHeader, TableSkeleton, Toolbar, useErrorText } from '@cotejo/ui';
import { Select } from '@mantine/core';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import layout from '../layout/layout.module.css';
import { useSession, useUser } from '../session/use-session.ts';
import { AbiSlots } from './abi-slots.tsx';
import { AssignSlotDialog } from './assign-slot-dialog.tsx';
import { SlotTable, type SlotAct } from './slot-table.tsx';
import { ABI, useSlots, useSlotsChanged } from './use-slots.ts';

/** `/configuraciones/cupos/`: the places that the account has for people, and who fills them. */
export function SlotsPage() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const user = useUser();
  const slots = useSlots();
  const [type, setType] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly act: SlotAct; readonly slot: SlotRow } | null>(null);
  const rows = (slots.data ?? []).filter(
    (row) => (type === null || row.type === type) && (state === null || row.state === state),
  );
  const free = (slots.data ?? []).filter((row) => row.state !== 'assigned' && row.current).length;
  const title = t('slots.title');
  const close = () => setAsked(null);

  return (
    <div className={`${layout.page} ${layout.whole}`}>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
        {...(slots.isSuccess
          ? { meta: <span>{t('slots.meta', { total: slots.data.length, free })}</span> }
          : {})}
      />
      <Toolbar
        label={t('slots.filters')}
        end={
          slots.isSuccess && <span className={layout.count}>{t('slots.count', { count: rows.length })}</span>
        }
      >
        <Select
          aria-label={t('slots.type')}
          placeholder={t('slots.type')}
          data={userType.options.map((each) => ({ value: each, label: t(`type.${each}`) }))}
          value={type}
          onChange={setType}
          clearable
          className={layout.filter ?? ''}
        />
        <Select
          aria-label={t('slots.state')}
          placeholder={t('slots.state')}
          data={slotState.options.map((each) => ({ value: each, label: t(`slots.states.${each}`) }))}
          value={state}
          onChange={setState}
          clearable
          className={layout.filter ?? ''}
        />
      </Toolbar>
      {slots.isPending && <TableSkeleton />}
      {slots.isError && <ErrorState text={words(slots.error)} onRetry={() => void slots.refetch()} />}
      {slots.isSuccess && rows.length > 0 && (
        <SlotTable rows={rows} onAct={(act, slot) => setAsked({ act, slot })} />
      )}
      {slots.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={IdCard}
          title={t(slots.data.length === 0 ? 'slots.empty' : 'slots.no_match')}
          {...(slots.data.length === 0 ? { text: t('slots.empty_text') } : {})}
        />
      )}
      {user?.account_addons.includes(ABI) === true && <AbiSlots />}
      {asked?.act === 'assign' && <AssignSlotDialog slot={asked.slot} onClose={close} />}
      {asked !== null && asked.act !== 'assign' && (
        <EndSlotDialog act={asked.act} slot={asked.slot} onClose={close} />
      )}
    </div>
  );
}

interface EndSlotDialogProps {
  readonly act: Exclude<SlotAct, 'assign'>;
  readonly slot: SlotRow;
  readonly onClose: () => void;
}

function EndSlotDialog({ act, slot, onClose }: EndSlotDialogProps) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const changed = useSlotsChanged();
  const name = `${slot.first_name ?? ''} ${slot.last_name ?? ''}`.trim();
  return (
    <ReasonDialog
      title={t(`slots.${act}.title`)}
      question={t(`slots.${act}.question`, { name })}
      submit={t(`slots.${act}.submit`)}
      danger={act === 'release'}
      onClose={onClose}
      run={async (reason) => {
        await perform(api, accessCalls.slots[act], { params: { id: slot.slotId }, body: reason });
        notify.success(t(`slots.${act}.done`, { name }));
        await changed();
      }}
    />
  );
}
