import {
  productCalls,
  slotPool,
  userType,
  type AccountRow,
  type SlotRow,
  type UserType,
} from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { DateField, notify, useFormat } from '@cotejo/ui';
import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './accounts.module.css';
import { FormDialog } from './form-dialog.tsx';
import { reasonOf, ReasonFields, reasonOnWireOf } from './reason-fields.tsx';
import { useAct } from './use-accounts.ts';

/** Most slots that one call may create. */
const MOST = 200;

interface Dates {
  /** `yyyy-MM-dd`; an empty `due` = no end. */
  readonly start: string;
  readonly due: string;
}

export type DatesFault = 'required' | 'reversed';
export function datesFault({ start, due }: Dates): DatesFault | null {
  if (start === '') return 'required';
  return due !== '' && due < start ? 'reversed' : null;
}

interface DatesFieldsProps {
  readonly value: Dates;
  readonly onChange: (dates: Dates) => void;
  readonly isAsked: boolean;
}

function DatesFields({ value, onChange, isAsked }: DatesFieldsProps) {
  const { t } = useTranslation('operations-web');
  const fault = isAsked ? datesFault(value) : null;
  return (
    <div className={styles.pair}>
      <DateField
        label={t('slots.start')}
        withAsterisk
        value={value.start}
        onChange={(start) => onChange({ ...value, start })}
        error={fault === 'required' ? t('account.fault.required') : undefined}
      />
      <DateField
        label={t('slots.due')}
        value={value.due}
        onChange={(due) => onChange({ ...value, due })}
        error={fault === 'reversed' ? t('slots.reversed') : undefined}
      />
    </div>
  );
}

interface CreateSlotsDialogProps {
  readonly account: AccountRow;
  readonly onClose: () => void;
}

/** Dialog that creates several slots of one type at once. */
export function CreateSlotsDialog({ account, onClose }: CreateSlotsDialogProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const [type, setType] = useState<UserType>('auditor');
  const [pool, setPool] = useState<'account' | 'abi'>('account');
  const [count, setCount] = useState<number | ''>(1);
  const [dates, setDates] = useState<Dates>(() => ({ start: format.isoDay(new Date()), due: '' }));
  const [reason, setReason] = useState(() => reasonOf('contract'));
  const [isAsked, setAsked] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const act = useAct();
  const pools = slotPool.options.filter((option) => option === 'account' || account.addons.includes(option));
  const submit = () => {
    setAsked(true);
    if (count === '' || datesFault(dates) !== null) return;
    act.mutate(
      (api) =>
        perform(
          api,
          productCalls.createSlots,
          {
            params: { id: account.id },
            body: {
              type,
              pool,
              count,
              start_date: dates.start,
              due_date: dates.due === '' ? null : dates.due,
              ...reasonOnWireOf(reason),
            },
          },
          { idempotencyKey },
        ),
      {
        onSuccess: () => {
          notify.success(t('slots.created', { count }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('slots.create')}
      submit={t('slots.create')}
      isSending={act.isPending}
      failure={act.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <Select
          label={t('slots.type')}
          allowDeselect={false}
          data={userType.options.map((value) => ({ value, label: t(`user_type.${value}`) }))}
          value={type}
          onChange={(value) => setType(userType.catch(type).parse(value))}
        />
        <NumberInput
          label={t('slots.how_many')}
          withAsterisk
          min={1}
          max={MOST}
          allowDecimal={false}
          value={count}
          onChange={(value) => setCount(typeof value === 'number' ? value : '')}
          error={isAsked && count === '' ? t('account.fault.required') : undefined}
        />
      </div>
      {pools.length > 1 && (
        <Select
          label={t('slots.pool')}
          allowDeselect={false}
          data={pools.map((value) => ({ value, label: t(`slots.of_pool.${value}`) }))}
          value={pool}
          onChange={(value) => setPool(slotPool.catch(pool).parse(value))}
        />
      )}
      <DatesFields value={dates} onChange={setDates} isAsked={isAsked} />
      <ReasonFields value={reason} onChange={setReason} />
    </FormDialog>
  );
}

interface DateSlotDialogProps extends CreateSlotsDialogProps {
  readonly slot: SlotRow;
}

/** Dialog for the dates between which a slot may be used. */
export function DateSlotDialog({ account, slot, onClose }: DateSlotDialogProps) {
  const { t } = useTranslation('operations-web');
  const [dates, setDates] = useState<Dates>({ start: slot.start_date, due: slot.due_date ?? '' });
  const [reason, setReason] = useState(() => reasonOf('contract'));
  const [isAsked, setAsked] = useState(false);
  const act = useAct();
  const submit = () => {
    setAsked(true);
    if (datesFault(dates) !== null) return;
    act.mutate(
      (api) =>
        perform(api, productCalls.dateSlot, {
          params: { id: account.id, slot: slot.slotId },
          body: {
            start_date: dates.start,
            due_date: dates.due === '' ? null : dates.due,
            ...reasonOnWireOf(reason),
          },
        }),
      {
        onSuccess: () => {
          notify.success(t('slots.dated'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('slots.dates')}
      submit={t('account.save')}
      isSending={act.isPending}
      failure={act.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <DatesFields value={dates} onChange={setDates} isAsked={isAsked} />
      <ReasonFields value={reason} onChange={setReason} />
    </FormDialog>
  );
}
