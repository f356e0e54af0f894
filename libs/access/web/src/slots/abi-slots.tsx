import { accessCalls, assignAbiBody, type SlotRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { ErrorState, notify, Section, TableSkeleton, useErrorText } from '@cotejo/ui';
import { ChoiceField, FormDialog, type FormValues } from '@cotejo/ui/form';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { REASON_SHAPE, ReasonFormFields, withReason } from '../forms/reason.tsx';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { useSession } from '../session/use-session.ts';
import { usePeople } from '../users/use-people.ts';
import { nameOf } from './slot-columns.ts';
import { useAbiSlots, useSlotsChanged } from './use-slots.ts';

/** Slots of the add-on, which people have besides their own. */
export function AbiSlots() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const { api } = useSession();
  const can = useCan();
  const changed = useSlotsChanged();
  const slots = useAbiSlots(true);
  const [isGiving, setGiving] = useState(false);
  const [released, setReleased] = useState<SlotRow | null>(null);
  const rows = slots.data ?? [];
  const given = rows.filter(({ user }) => user !== null);
  const mayChange = can('user_slots.abi');
  const user = released?.user ?? null;

  return (
    <div className={layout.body}>
      <Section
        title={t('abi.title')}
        hint={t('abi.hint', { given: given.length, total: rows.length })}
        actions={
          mayChange && (
            <Button
              variant="default"
              disabled={rows.every((row) => row.user !== null || !row.current)}
              onClick={() => setGiving(true)}
            >
              {t('abi.assign')}
            </Button>
          )
        }
      >
        {slots.isPending && <TableSkeleton rows={2} />}
        {slots.isError && <ErrorState text={words(slots.error)} onRetry={() => void slots.refetch()} />}
        {slots.isSuccess && given.length === 0 && <p className={layout.faint}>{t('abi.nobody')}</p>}
        <ul className={layout.list}>
          {given.map((row) => (
            <li key={row.slotId} className={layout.line}>
              <span className={layout.lineWords}>
                <strong>{nameOf(row)}</strong>
                <span className={layout.faint}>{row.email}</span>
              </span>
              {mayChange && (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={t('slots.release.label', { name: nameOf(row) })}
                  onClick={() => setReleased(row)}
                >
                  {t('slots.release.submit')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {isGiving && <GiveAbi taken={given} onClose={() => setGiving(false)} />}
      {released !== null && user !== null && (
        <ReasonDialog
          title={t('abi.release')}
          question={t('abi.release_question', { name: nameOf(released) })}
          submit={t('slots.release.submit')}
          danger
          onClose={() => setReleased(null)}
          run={async (reason) => {
            await perform(api, accessCalls.slots.releaseAbi, { query: { ...reason, user } });
            notify.success(t('slots.release.done', { name: nameOf(released) }));
            await changed();
          }}
        />
      )}
    </div>
  );
}

const giveSchema = assignAbiBody.extend(REASON_SHAPE);
const FIELD_OF_REFUSAL = { has_slot: 'user', user_forgotten: 'user', no_free_slot: 'user' };

function GiveAbi({ taken, onClose }: { readonly taken: readonly SlotRow[]; readonly onClose: () => void }) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const changed = useSlotsChanged();
  const people = usePeople();
  const has = new Set(taken.map((row) => row.user));
  const options = (people.data ?? [])
    .filter(({ id, forgotten }) => !forgotten && !has.has(id))
    .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` }));
  const send = async (values: FormValues) => {
    await perform(api, accessCalls.slots.assignAbi, { body: withReason(giveSchema.parse(values)) });
    notify.success(t('abi.done'));
    await changed();
  };
  return (
    <FormDialog
      title={t('abi.assign')}
      submit={t('slots.assign.submit')}
      schema={giveSchema}
      values={{ user: null, motivo: 'requested', motivo_texto: null }}
      fieldOfCode={FIELD_OF_REFUSAL}
      draft={null}
      send={send}
      onClose={onClose}
    >
      <ChoiceField name="user" label={t('slots.person')} options={options} isRequired autoFocus />
      <ReasonFormFields />
    </FormDialog>
  );
}
