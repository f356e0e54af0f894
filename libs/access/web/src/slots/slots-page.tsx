import { accessCalls, type SlotRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { notify } from '@cotejo/ui';
import { ListPage, rowsOfQuery, type RowAct } from '@cotejo/ui/list';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { useSession, useUser } from '../session/use-session.ts';
import { AbiSlots } from './abi-slots.tsx';
import { AssignSlotDialog } from './assign-slot-dialog.tsx';
import { nameOf, useSlotColumns } from './slot-columns.ts';
import { ABI, useSlots, useSlotsChanged } from './use-slots.ts';

type SlotAct = 'assign' | 'unassign' | 'release';

/** `/configuraciones/cupos/`: the places that the account has for people, and who fills them. */
export function SlotsPage() {
  const { t } = useTranslation('access-web');
  const user = useUser();
  const can = useCan();
  const rows = rowsOfQuery(useSlots());
  const columns = useSlotColumns(rows.rows);
  const [asked, setAsked] = useState<{ readonly act: SlotAct; readonly slot: SlotRow } | null>(null);
  const close = () => setAsked(null);
  const actOf = (slot: SlotRow): RowAct | null => {
    const kind = kindOf(slot);
    const needs = kind === 'release' ? 'user_slots.release' : 'user_slots.assign';
    if (!can(needs) || (kind === 'release' && slot.user === user?.id)) return null;
    return {
      label: t(`slots.${kind}.submit`),
      ...(kind !== 'assign' && { name: t(`slots.${kind}.label`, { name: nameOf(slot) }) }),
      isDanger: kind === 'release',
      isDisabled: kind === 'assign' && !slot.current,
      run: () => setAsked({ act: kind, slot }),
    };
  };
  const total = rows.rows.length;
  const free = rows.rows.filter(({ state, current }) => state !== 'assigned' && current).length;
  const title = t('slots.title');

  return (
    <div className={`${layout.page} ${layout.whole}`}>
      <ListPage
        name="slots"
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
        {...(rows.status === 'ready' && { meta: <span>{t('slots.meta', { total, free })}</span> })}
        columns={columns}
        rows={rows}
        idOf={idOf}
        titleOf={(slot) => nameOf(slot) || t('slots.nobody')}
        open={(slot) => {
          const act = actOf(slot);
          if (act?.isDisabled !== true) act?.run();
        }}
        act={actOf}
        empty={{ icon: IdCard, title: t('slots.empty'), text: t('slots.empty_text') }}
      />
      {user?.account_addons.includes(ABI) === true && <AbiSlots />}
      {asked?.act === 'assign' && <AssignSlotDialog slot={asked.slot} onClose={close} />}
      {asked !== null && asked.act !== 'assign' && (
        <EndSlotDialog act={asked.act} slot={asked.slot} onClose={close} />
      )}
    </div>
  );
}

const idOf = ({ slotId }: SlotRow): string => slotId;

/** Before the first sign-in an assignment is undone; after it the slot is released. */
function kindOf({ user, used }: SlotRow): SlotAct {
  if (user === null) return 'assign';
  return used ? 'release' : 'unassign';
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
  const name = nameOf(slot);
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
