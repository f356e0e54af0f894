import { userId, type UserRow } from '@cotejo/access-contracts';
import {
  calendarDay,
  independenceThreats,
  memberState,
  teamCalls,
  teamRole,
  type AuditDetail,
  type ChangeMemberBody,
  type TeamMemberRead,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { ConfirmDialog, notify, useWorkspace } from '@cotejo/ui';
import {
  ChoiceField,
  DayField,
  FieldRow,
  FormDialog,
  HoursField,
  LongTextField,
  MoneyField,
  type FormValues,
} from '@cotejo/ui/form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Commitments } from './commitments.tsx';
import { capital } from './use-team-columns.ts';

/** Currency of an account's costs. */
const CURRENCY = 'COP';

/** Hours are kept in minutes while they are typed. */
const plan = {
  horas_presupuestadas: memberState.shape.budgetedMinutes.nullish(),
  costo_presupuestado: memberState.shape.budgetedCost.nullish(),
  fecha_inicio: calendarDay.nullish(),
  fecha_fin: calendarDay.nullish(),
};
const addForm = z.object({ usuario: userId, rol: teamRole, ...plan });
const changeForm = z.object({ rol: teamRole.optional(), ...plan });
const leaveForm = z.object({ entrega_a: userId.nullish() });
const declareForm = z.object({ amenazas: independenceThreats.optional() });

const NO_PLAN = {
  horas_presupuestadas: null,
  costo_presupuestado: null,
  fecha_inicio: null,
  fecha_fin: null,
};

/** What was typed of a plan, as the call takes it; what was emptied is 0 or no day. */
function planOf({
  horas_presupuestadas: minutes,
  costo_presupuestado: cost,
  fecha_inicio,
  fecha_fin,
}: z.infer<typeof changeForm>): ChangeMemberBody {
  return {
    ...(minutes !== undefined && { horas_presupuestadas: (minutes ?? 0) / 60 }),
    ...(cost !== undefined && { costo_presupuestado: cost ?? 0 }),
    ...(fecha_inicio !== undefined && { fecha_inicio }),
    ...(fecha_fin !== undefined && { fecha_fin }),
  };
}

/** Sends a change of one member. */
export function useChangeMember(audit: AuditDetail) {
  const { api } = useWorkspace();
  return async (member: TeamMemberRead, body: ChangeMemberBody): Promise<void> => {
    const params = { model: 'auditoria', id: audit.id, usuario: member.usuario.id } as const;
    await perform(api, teamCalls.change, { params, body });
  };
}

interface DialogProps {
  readonly audit: AuditDetail;
  readonly onClose: () => void;
}

interface RoleDialogProps extends DialogProps {
  /** Roles that may be given as the audit stands. */
  readonly roles: readonly TeamRole[];
}

function PlanFields({ roles }: Pick<RoleDialogProps, 'roles'>) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const options = roles.map((role) => ({
    value: role,
    label: capital(t(`audits-contracts:teamRole.${role}`)),
  }));
  return (
    <>
      <ChoiceField name="rol" label={t('team.role')} options={options} isRequired />
      <FieldRow>
        <HoursField name="horas_presupuestadas" label={t('team.hours')} />
        <MoneyField name="costo_presupuestado" label={t('team.cost')} currency={CURRENCY} />
      </FieldRow>
      <FieldRow>
        <DayField name="fecha_inicio" label={t('team.start')} />
        <DayField name="fecha_fin" label={t('team.end')} />
      </FieldRow>
    </>
  );
}

interface AddMemberProps extends RoleDialogProps {
  /** Users who may be added. */
  readonly people: readonly UserRow[];
}

export function AddMemberDialog({ audit, people, roles, onClose }: AddMemberProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const send = async (values: FormValues) => {
    const { usuario, rol, ...planned } = addForm.parse(values);
    const body = { usuario, rol, ...planOf(planned) };
    await perform(api, teamCalls.add, { params: { model: 'auditoria', id: audit.id }, body });
  };
  return (
    <FormDialog
      title={t('team.add')}
      submit={t('team.add_submit')}
      schema={addForm}
      values={{
        usuario: null,
        rol: roles.find((role) => role === 'auditor') ?? roles[0] ?? null,
        ...NO_PLAN,
      }}
      draft={`team-${audit.id}`}
      send={send}
      onClose={onClose}
    >
      <ChoiceField
        name="usuario"
        label={t('team.person')}
        options={people.map(({ id, first_name, last_name }) => ({
          ...{ value: id, label: `${first_name} ${last_name}`.trim() },
        }))}
        isRequired
        autoFocus
      />
      <Commitments audit={audit} />
      <PlanFields roles={roles} />
    </FormDialog>
  );
}

interface MemberDialogProps extends DialogProps {
  readonly member: TeamMemberRead;
}

export function ChangeMemberDialog({ audit, member, roles, onClose }: MemberDialogProps & RoleDialogProps) {
  const { t } = useTranslation('audits-web');
  const change = useChangeMember(audit);
  const { rol, horas_presupuestadas: hours, costo_presupuestado: cost, fecha_inicio, fecha_fin } = member;
  const send = async (values: FormValues) => {
    const { rol: role, ...planned } = changeForm.parse(values);
    await change(member, { ...(role !== undefined && { rol: role }), ...planOf(planned) });
  };
  return (
    <FormDialog
      title={t('team.change_title', { name: member.usuario.name })}
      submit={t('team.save')}
      schema={changeForm}
      sendsChanges
      values={{
        rol: rol.nombre,
        horas_presupuestadas: Math.round(hours * 60),
        costo_presupuestado: cost ?? 0,
        fecha_inicio,
        fecha_fin,
      }}
      draft={null}
      send={send}
      onClose={onClose}
    >
      <PlanFields roles={roles} />
    </FormDialog>
  );
}

interface DeactivateDialogProps extends MemberDialogProps {
  readonly team: readonly TeamMemberRead[];
  /** Open items of the plan that are theirs. */
  readonly items: number;
}

export function DeactivateDialog({ audit, member, team, items, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation('audits-web');
  const change = useChangeMember(audit);
  const options = team
    .filter(({ usuario, rol, esta_activo }) => {
      return esta_activo && rol.nombre !== 'guest' && usuario.id !== member.usuario.id;
    })
    .map(({ usuario }) => ({ value: usuario.id, label: usuario.name }));
  const send = (values: FormValues) =>
    change(member, { esta_activo: false, entrega_a: leaveForm.parse(values).entrega_a ?? null });
  return (
    <FormDialog
      title={t('team.deactivate_title', { name: member.usuario.name })}
      submit={t('team.deactivate')}
      danger
      schema={leaveForm}
      values={{ entrega_a: null }}
      draft={null}
      send={send}
      onClose={onClose}
    >
      <p>{t('team.deactivate_text')}</p>
      <p>{items > 0 ? t('team.open_items', { count: items }) : t('team.no_open_items')}</p>
      {items > 0 && (
        <ChoiceField
          name="entrega_a"
          label={t('team.hand_to')}
          description={t('team.hand_to_nobody')}
          options={options}
        />
      )}
    </FormDialog>
  );
}

export function LeadDialog({ audit, member, onClose }: MemberDialogProps) {
  const { t } = useTranslation('audits-web');
  const change = useChangeMember(audit);
  return (
    <ConfirmDialog
      opened
      title={t('team.lead')}
      question={t('team.lead_question', { name: member.usuario.name })}
      left={t('team.cancel')}
      right={t('team.lead')}
      danger={false}
      onConfirm={() => change(member, { lidera: true })}
      onClose={onClose}
    />
  );
}

export function ActivateDialog({ audit, member, onClose }: MemberDialogProps) {
  const { t } = useTranslation('audits-web');
  const change = useChangeMember(audit);
  return (
    <ConfirmDialog
      opened
      title={t('team.activate')}
      question={t('team.activate_question', { name: member.usuario.name })}
      left={t('team.cancel')}
      right={t('team.activate')}
      danger={false}
      onConfirm={() => change(member, { esta_activo: true })}
      onClose={onClose}
    />
  );
}

export function DeclareDialog({ audit, onClose }: DialogProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const send = async (values: FormValues) => {
    const { amenazas = null } = declareForm.parse(values);
    await perform(api, teamCalls.declare, {
      params: { model: 'auditoria', id: audit.id },
      body: { amenazas },
    });
    notify.success(t('team.declare_done', { name: audit.nombre }));
  };
  return (
    <FormDialog
      title={t('team.declare')}
      submit={t('team.declare_submit')}
      schema={declareForm}
      values={{ amenazas: null }}
      draft={`independence-${audit.id}`}
      send={send}
      onClose={onClose}
    >
      <p>{t('team.declare_text')}</p>
      <LongTextField
        name="amenazas"
        label={t('team.threats')}
        description={t('team.threats_help')}
        most={2000}
      />
    </FormDialog>
  );
}
