import { auditCalls, calendarDay, CONTRACT_RECORD_TYPE, createAuditBody } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import type { PlannedAuditRow } from '@cotejo/planning-contracts';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import {
  ChoiceField,
  DayField,
  FieldRow,
  FormDialog,
  HoursField,
  LongTextField,
  PersonField,
  TextField,
  type FormValues,
} from '@cotejo/ui/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

const { procesos, riesgos, nombre, plantilla, lider } = createAuditBody.shape;
/** One name per line; blank lines do not count. */
const lines = z
  .string()
  .nullish()
  .transform((text) =>
    (text ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );

/** Body of the creation, with the scope as text and the hours in minutes. */
const form = z.object({
  nombre,
  plantilla: plantilla.nullish(),
  lider,
  fecha_inicio: calendarDay,
  fecha_fin: calendarDay,
  minutos: z.int().min(0).max(6_000_000),
  procesos: lines.pipe(procesos.unwrap()),
  riesgos: lines.pipe(riesgos.unwrap()),
});

/** Refusals that one field is to blame for. */
const FIELD_OF_CODE = {
  scope_required: 'procesos',
  dates_reversed: 'fecha_fin',
  leader_not_found: 'lider',
  template_not_found: 'plantilla',
};

interface CreateAuditFormProps {
  readonly row: PlannedAuditRow;
  readonly link: (audit: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Creates the audit of a planned row, with what the plan says of it, and links both. */
export function CreateAuditForm({ row, link, onClose }: CreateAuditFormProps) {
  const { t } = useTranslation('planning-web-page');
  const { api } = useWorkspace();
  const failure = useErrorText();
  // A double click, or a retry after a lost answer, creates one audit.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const templates = useQuery({
    queryKey: ['audit-templates'],
    queryFn: ({ signal }) => perform(api, auditCalls.templates, {}, { signal }),
  });
  const kind = CONTRACT_RECORD_TYPE[row.kind];
  const values = useMemo(() => valuesOf(row), [row]);

  const send = async (typed: FormValues) => {
    const { minutos, plantilla: template, ...given } = form.parse(typed);
    const team = (row.team ?? []).filter(({ id }) => id !== given.lider);
    const body = createAuditBody.parse({
      ...given,
      ...(typeof template === 'string' && { plantilla: template }),
      ...(team.length > 0 && { equipo: team.map(({ id: usuario }) => ({ usuario, rol: 'auditor' })) }),
      record_type: kind,
      // An audit that was added to the approved plan is a special one.
      frequency_type: row.origin === 'added' ? 'ESP' : 'PRG',
      horas_presupuestadas: minutos / 60,
    });
    const { id, codigo } = await perform(api, auditCalls.create, { body }, { idempotencyKey });
    try {
      await link(id);
    } catch (error) {
      // The audit exists: it can still be linked by hand.
      notify.error(t('create_audit.not_linked', { code: codigo, reason: failure(error) }));
    }
  };

  return (
    <FormDialog
      title={t('create_audit.title')}
      submit={t('create_audit.submit')}
      schema={form}
      values={values}
      fieldOfCode={FIELD_OF_CODE}
      send={send}
      draft={`plannedAudit:create-audit:${row.id}`}
      onClose={onClose}
    >
      <TextField name="nombre" label={t('create_audit.name')} most={200} isRequired autoFocus />
      <FieldRow>
        <PersonField name="lider" label={t('create_audit.leader')} isRequired />
        <ChoiceField
          name="plantilla"
          label={t('create_audit.template')}
          options={(templates.data ?? [])
            .filter(({ record_type }) => record_type === kind)
            .map((template) => ({ value: template.id, label: template.nombre }))}
          isLoading={templates.isPending}
        />
      </FieldRow>
      <FieldRow>
        <DayField name="fecha_inicio" label={t('create_audit.start')} isRequired />
        <DayField name="fecha_fin" label={t('create_audit.end')} isRequired />
      </FieldRow>
      <HoursField name="minutos" label={t('create_audit.hours')} isRequired />
      {row.kind === 'audit_plan' && (
        <>
          <LongTextField
            name="procesos"
            label={t('create_audit.processes')}
            description={t('create_audit.scope_hint')}
          />
          <LongTextField name="riesgos" label={t('create_audit.risks')} />
        </>
      )}
    </FormDialog>
  );
}

/** First and last day of each quarter, without the year. */
const QUARTER_DAYS = {
  q1: ['01-01', '03-31'],
  q2: ['04-01', '06-30'],
  q3: ['07-01', '09-30'],
  q4: ['10-01', '12-31'],
} as const;

/** What the plan says of the audit; a row that has only a quarter takes its first and last day. */
function valuesOf(row: PlannedAuditRow): FormValues {
  const [first, last] = QUARTER_DAYS[row.quarter ?? 'q1'];
  const year = row.plan.name ?? '';
  return {
    nombre: row.subject,
    plantilla: null,
    lider: row.leader?.id ?? null,
    fecha_inicio: row.startDate ?? `${year}-${first}`,
    fecha_fin: row.endDate ?? `${year}-${last}`,
    minutos: row.minutes,
    procesos: null,
    riesgos: null,
  };
}
