import { userId } from '@cotejo/access-contracts';
import {
  calendarDay,
  itemId,
  MAX_TIME_NOTE,
  timeCalls,
  timeFacts,
  timeKind,
  type AuditDetail,
  type ChangeTimeBody,
  type ItemId,
  type TimeRecordRead,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { notify, useFormat, useWorkspace } from '@cotejo/ui';
import {
  ChoiceField,
  DayField,
  FieldRow,
  FormDialog,
  HoursField,
  LongTextField,
  type FormValues,
} from '@cotejo/ui/form';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { teamRoleOf } from '../plan/grid/team-role.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { treeAtom } from '../session/session-atoms.ts';
import { useRestingValue } from '../summary/use-resting-value.ts';
import { timedItems } from './timed-items.ts';

/** Milliseconds between two readings of the tree. */
const READ_MS = 500;

/** Hours are kept in minutes while they are typed. */
const facts = {
  actividad: itemId,
  fecha: calendarDay,
  horas: timeFacts.shape.minutes,
  tipo: timeKind,
  notas: timeFacts.shape.note.optional(),
};
const recordForm = z.object({ usuario: userId.optional(), ...facts });
const changeForm = z.object({ ...facts }).partial();

/** Typed values of a correction as the call takes them. */
function correctionOf(values: FormValues): ChangeTimeBody {
  const { horas: minutes, ...rest } = changeForm.parse(values);
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...given, ...(minutes !== undefined && { horas: minutes / 60 }) };
}

interface TimeDialogProps {
  readonly audit: AuditDetail;
  /** The record to correct; absent = a new one. */
  readonly record?: TimeRecordRead;
  /** Item proposed for a new record. */
  readonly item?: ItemId | null;
  readonly onClose: () => void;
}

/** Form of a time record: the person (for users who may edit the team), activity, day, hours, kind and note. */
export function TimeDialog({ audit, record, item = null, onClose }: TimeDialogProps) {
  const { t } = useTranslation('audits-web');
  const { api, me } = useWorkspace();
  const format = useFormat();
  const session = useAuditSession();
  const tree = useRestingValue(useAtomValue(treeAtom), READ_MS);
  const items = useMemo(() => timedItems(tree.rows), [tree]);
  const members = audit.equipo.filter(({ rol }) => teamRoleOf(rol) !== 'guest');
  const isMember = members.some(({ usuario }) => usuario.id === me.id);
  const asksWho = record === undefined && session.can('plan.team__edit');
  const isGone = record !== undefined && items.every(({ value }) => value !== record.actividad.id);
  const activities = isGone
    ? [{ value: record.actividad.id, label: record.actividad.nombre ?? t('time.gone') }, ...items]
    : items;

  const send = async (values: FormValues) => {
    if (record === undefined) {
      const { horas: minutes, usuario, notas = null, ...given } = recordForm.parse(values);
      const body = { ...given, notas, horas: minutes / 60, ...(usuario !== undefined && { usuario }) };
      await perform(api, timeCalls.record, { params: { id: audit.id }, body });
    } else {
      const params = { id: audit.id, registro: record.id };
      await perform(api, timeCalls.change, { params, body: correctionOf(values) });
    }
    notify.success(t('time.saved', { name: audit.nombre }));
  };
  return (
    <FormDialog
      title={
        record === undefined
          ? t('time.record_in', { name: audit.nombre })
          : t('time.of', { name: record.usuario.name })
      }
      submit={t(record === undefined ? 'time.submit' : 'time.save')}
      schema={record === undefined ? recordForm : changeForm}
      sendsChanges={record !== undefined}
      values={{
        ...(asksWho && { usuario: isMember ? me.id : null }),
        actividad: record?.actividad.id ?? item,
        fecha: record?.fecha ?? format.isoDay(new Date()),
        horas: record?.minutos ?? null,
        tipo: record?.tipo ?? 'P',
        notas: record?.notas ?? null,
      }}
      draft={record === undefined ? `time-${audit.id}` : null}
      send={send}
      onClose={onClose}
    >
      {asksWho && (
        <ChoiceField
          name="usuario"
          label={t('time.person')}
          options={members.map(({ usuario }) => ({ value: usuario.id, label: usuario.name }))}
          isRequired
        />
      )}
      <ChoiceField
        name="actividad"
        label={t('time.activity')}
        options={activities}
        isRequired
        autoFocus={item === null}
      />
      <FieldRow>
        <DayField name="fecha" label={t('time.day')} isRequired />
        <HoursField name="horas" label={t('time.hours')} isRequired autoFocus={item !== null} />
      </FieldRow>
      <ChoiceField
        name="tipo"
        label={t('time.kind')}
        options={timeKind.options.map((kind) => ({ value: kind, label: t(`time.of_kind.${kind}`) }))}
        isRequired
      />
      <LongTextField name="notas" label={t('time.note')} most={MAX_TIME_NOTE} />
    </FormDialog>
  );
}
