import {
  productCalls,
  userType,
  type AccountRow,
  type SlotRow,
  type UserType,
} from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import {
  ConfirmDialog,
  ErrorState,
  notify,
  StatusDot,
  TableSkeleton,
  useErrorText,
  useFormat,
  type StatusTone,
} from '@cotejo/ui';
import { ActionIcon, Button, Stack, Tooltip } from '@mantine/core';
import { CalendarDays, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './accounts.module.css';
import { CreateSlotsDialog, DateSlotDialog } from './slot-dialogs.tsx';
import { reasonOf, ReasonFields, reasonOnWireOf } from './reason-fields.tsx';
import { useAct, useSlots } from './use-accounts.ts';

const TONE: Readonly<Record<SlotRow['state'], StatusTone>> = {
  assigned: 'reviewed',
  unassigned: 'new',
  released: 'progress',
};

export interface SlotCount {
  readonly type: UserType;
  readonly total: number;
  readonly assigned: number;
}

/** Number of slots per type, in the order of the types. */
export function countSlots(rows: readonly SlotRow[]): readonly SlotCount[] {
  return userType.options.flatMap((type) => {
    const ofType = rows.filter((row) => row.type === type);
    const assigned = ofType.filter(({ state }) => state === 'assigned').length;
    return ofType.length === 0 ? [] : [{ type, total: ofType.length, assigned }];
  });
}

interface SlotsTabProps {
  readonly account: AccountRow;
  readonly mayEdit: boolean;
}

/** Slots in the account's contract; the account's own administrators assign them to users. */
export function SlotsTab({ account, mayEdit }: SlotsTabProps) {
  const { t } = useTranslation('operations-web');
  const words = useErrorText();
  const slots = useSlots(account.id);
  const [isCreating, setCreating] = useState(false);
  return (
    <div className={styles.tab}>
      <div className={styles.tabHead}>
        <p>{t('slots.hint')}</p>
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('slots.create')}
          </Button>
        )}
      </div>
      {slots.isPending && <TableSkeleton rows={4} />}
      {slots.isError && slots.data === undefined && (
        <ErrorState text={words(slots.error)} onRetry={() => void slots.refetch()} />
      )}
      {slots.data?.length === 0 && <p className={styles.nothing}>{t('slots.none')}</p>}
      {slots.data !== undefined && slots.data.length > 0 && (
        <>
          <ul className={styles.counts} aria-label={t('slots.by_type')}>
            {countSlots(slots.data).map(({ type, total, assigned }) => (
              <li key={type}>
                {t(`user_type.${type}`)}{' '}
                <span className="num">{t('accounts.slots_of', { assigned, total })}</span>
              </li>
            ))}
          </ul>
          <ul className={styles.list} aria-label={t('account.tab.slots')}>
            {slots.data.map((slot) => (
              <SlotLine key={slot.slotId} account={account} slot={slot} mayEdit={mayEdit} />
            ))}
          </ul>
        </>
      )}
      {isCreating && <CreateSlotsDialog account={account} onClose={() => setCreating(false)} />}
    </div>
  );
}

interface SlotLineProps extends SlotsTabProps {
  readonly slot: SlotRow;
}

function SlotLine({ account, slot, mayEdit }: SlotLineProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const [asking, setAsking] = useState<'dates' | 'remove' | null>(null);
  const [reason, setReason] = useState(() => reasonOf('contract'));
  const act = useAct();
  const type = t(`user_type.${slot.type}`);
  // Names of slot holders are sent only to administrators of the same account.
  const person = `${slot.first_name ?? ''} ${slot.last_name ?? ''}`.trim();
  const named = person || type;
  const remove = async () => {
    await act.mutateAsync((api) =>
      perform(api, productCalls.removeSlot, {
        params: { id: account.id, slot: slot.slotId },
        query: reasonOnWireOf(reason),
      }),
    );
    notify.success(t('slots.removed'));
  };
  return (
    <li className={styles.line}>
      <div className={styles.lineWords}>
        <strong>{named}</strong>
        <span className={styles.lineState}>
          {person !== '' && <span>{type}</span>}
          <StatusDot tone={TONE[slot.state]} label={t(`slots.state.${slot.state}`)} />
          <span className="num">
            {slot.due_date === null
              ? t('slots.from', { start: format.date(slot.start_date) })
              : t('slots.between', { start: format.date(slot.start_date), due: format.date(slot.due_date) })}
          </span>
          {!slot.current && <span className={styles.over}>{t('slots.not_current')}</span>}
        </span>
      </div>
      {mayEdit && (
        <div className={styles.lineActions}>
          <Tooltip label={t('slots.dates')}>
            <ActionIcon
              size={32}
              aria-label={t('slots.dates_of', { name: named })}
              onClick={() => setAsking('dates')}
            >
              <CalendarDays size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {slot.state !== 'assigned' && (
            <Tooltip label={t('slots.remove')}>
              <ActionIcon
                size={32}
                aria-label={t('slots.remove_of', { name: named })}
                onClick={() => setAsking('remove')}
              >
                <Trash2 size={15} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      )}
      {asking === 'dates' && <DateSlotDialog account={account} slot={slot} onClose={() => setAsking(null)} />}
      {asking === 'remove' && (
        <ConfirmDialog
          opened
          title={t('slots.remove')}
          question={
            <Stack gap="sm">
              <span>{t('slots.remove_question', { type })}</span>
              <ReasonFields value={reason} onChange={setReason} />
            </Stack>
          }
          left={t('cancel')}
          right={t('slots.remove')}
          onConfirm={remove}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  );
}
