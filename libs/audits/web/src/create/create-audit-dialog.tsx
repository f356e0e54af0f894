import {
  auditCalls,
  CONTRACT_RECORD_TYPE,
  createAuditBody,
  type CreateAuditBody,
} from '@cotejo/audits-contracts';
import { peopleCalls } from '@cotejo/access-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { DateField, errorText, notify, useFormat, useWorkspace } from '@cotejo/ui';
import {
  Alert,
  Button,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../form-dialog.tsx';
import { planPath } from '../list/plan-path.ts';
import { StructureProcesses } from './structure-processes.tsx';

/** Form values as typed; multi-line fields become lists and dates stay text until they are complete. */
interface CreateAuditForm {
  record_type: string;
  nombre: string;
  plantilla: string;
  lider: string;
  fecha_inicio: string;
  fecha_fin: string;
  horas_presupuestadas: number | '';
  /** Ids of team members with the ICCE role. */
  icce: string[];
  procesos: string;
  riesgos: string;
}

const { audit_plan: PLAN, financial_audit: FINANCIAL, icce: ICCE } = CONTRACT_RECORD_TYPE;
const KINDS = [PLAN, FINANCIAL, ICCE];

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Contract roles that may lead an audit. */
const LEADING_ROLES = new Set(['PM', 'SR', 'ADMIN']);

interface CreateAuditDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates an audit from a built-in template with the processes or risks in scope, then opens its plan. */
export function CreateAuditDialog({ opened, onClose }: CreateAuditDialogProps) {
  const { t } = useTranslation('audits-web');
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('create.title')}>
      <CreateAuditFormBody onClose={onClose} />
    </FormDialog>
  );
}

function CreateAuditFormBody({ onClose }: Pick<CreateAuditDialogProps, 'onClose'>) {
  const { t } = useTranslation('audits-web');
  const { api, me, can } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  // One idempotency key per dialog: a double click, or a retry after a lost answer, creates one audit.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  const templates = useQuery({
    queryKey: ['audit-templates'],
    queryFn: ({ signal }) => perform(api, auditCalls.templates, {}, { signal }),
  });
  const people = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => perform(api, peopleCalls.users, {}, { signal }),
  });
  const leaders = (people.data ?? []).filter((person) => person.active && LEADING_ROLES.has(person.role));

  const workers = (people.data ?? []).filter(
    (person) => person.active && (LEADING_ROLES.has(person.role) || person.role === 'JR'),
  );

  // The server refuses a team role that grants more than the user who assigns it has.
  const mayNameIcce = can('plan.finding__icce');

  const kindLabel = useId();

  const today = format.isoDay(new Date());
  const form = useForm<CreateAuditForm>({
    defaultValues: {
      record_type: PLAN,
      icce: [],
      nombre: '',
      plantilla: '',
      lider: '',
      fecha_inicio: today,
      fecha_fin: `${today.slice(0, 4)}-12-31`,
      horas_presupuestadas: '',
      procesos: '',
      riesgos: '',
    },
  });
  const { setValue, getValues } = form;
  const [kind, template] = useWatch({ control: form.control, name: ['record_type', 'plantilla'] });
  const ofKind = (templates.data ?? []).filter(({ record_type }) => record_type === kind);
  const firstTemplate = ofKind[0]?.id;
  const isOfKind = ofKind.some(({ id }) => id === template);
  const myself = leaders.find((person) => person.id === me.id)?.id ?? leaders[0]?.id;
  useEffect(() => {
    if (firstTemplate !== undefined && !isOfKind) setValue('plantilla', firstTemplate);
    if (myself !== undefined && !getValues('lider')) setValue('lider', myself);
  }, [firstTemplate, isOfKind, myself, setValue, getValues]);

  const create = useMutation({
    meta: { shown: true },
    mutationFn: (body: CreateAuditBody) => perform(api, auditCalls.create, { body }, { idempotencyKey }),
    onSuccess: (audit) => {
      notify.success(t('create.done', { code: audit.codigo }));
      onClose();
      void navigate(planPath(audit.id));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const [field, message] of Object.entries(error.fields)) {
        if (field in form.getValues()) form.setError(field as keyof CreateAuditForm, { message });
      }
    },
  });

  const submit = form.handleSubmit((values) => {
    const isPlan = values.record_type === PLAN;
    const procesos = isPlan ? linesOf(values.procesos) : [];
    const riesgos = isPlan ? linesOf(values.riesgos) : [];
    if (isPlan && procesos.length + riesgos.length === 0) {
      form.setError('procesos', { message: t('create.scope_required') });
      return;
    }
    if (values.fecha_fin < values.fecha_inicio) {
      form.setError('fecha_fin', { message: t('create.dates_reversed') });
      return;
    }
    const icce = values.record_type === ICCE ? values.icce : [];
    const body = createAuditBody.safeParse({
      record_type: values.record_type,
      nombre: values.nombre,
      ...(values.plantilla === '' ? {} : { plantilla: values.plantilla }),
      ...(icce.length === 0 ? {} : { equipo: icce.map((usuario) => ({ usuario, rol: 'icce' })) }),
      lider: values.lider,
      fecha_inicio: values.fecha_inicio,
      fecha_fin: values.fecha_fin,
      horas_presupuestadas: values.horas_presupuestadas === '' ? 0 : values.horas_presupuestadas,
      procesos,
      riesgos,
    });
    if (body.success) create.mutate(body.data);
    else {
      const issue = body.error.issues[0];
      const [field, line] = issue?.path ?? [];
      const name = (field === 'procesos' ? procesos : riesgos)[Number(line)];
      const most = issue?.code === 'too_big' ? Number(issue.maximum) : null;
      form.setError(field !== undefined && field in values ? (field as keyof CreateAuditForm) : 'root', {
        message:
          most === null
            ? t('create.invalid')
            : name === undefined
              ? t('create.too_much', { most })
              : t('create.line_too_long', { start: name.slice(0, 30), most }),
      });
    }
  });

  // Leader and template get their defaults when both lists are loaded; submitting earlier waits for them.
  const isFilling = templates.isLoading || people.isLoading;
  const [isWaiting, setWaiting] = useState(false);
  const submitNow = useEffectEvent(() => void submit());
  useEffect(() => {
    if (!isWaiting || isFilling) return;
    setWaiting(false);
    submitNow();
  }, [isWaiting, isFilling]);

  const { errors } = form.formState;
  const required = { required: t('create.required') };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isFilling) setWaiting(true);
        else void submit();
      }}
    >
      <Stack gap="sm">
        <Controller
          control={form.control}
          name="record_type"
          render={({ field }) => (
            <div>
              <Input.Label id={kindLabel}>{t('create.kind')}</Input.Label>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-labelledby={kindLabel}
                data={KINDS.map((value) => ({ value, label: t(`create.kinds.${value}`) }))}
                value={field.value}
                onChange={field.onChange}
              />
              <Text size="xs" c="dimmed" mt={4}>
                {t(`create.kind_hints.${field.value}`)}
              </Text>
            </div>
          )}
        />
        <TextInput
          label={t('create.name')}
          withAsterisk
          data-autofocus
          maxLength={200}
          error={errors.nombre?.message}
          {...form.register('nombre', {
            ...required,
            validate: (name) => name.trim() !== '' || t('create.required'),
          })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Controller
            control={form.control}
            name="plantilla"
            render={({ field, fieldState }) => (
              <Select
                label={t('create.template')}
                withAsterisk
                allowDeselect={false}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                disabled={ofKind.length === 0}
                data={ofKind.map((template) => ({ value: template.id, label: template.nombre }))}
                description={ofKind.find((template) => template.id === field.value)?.fases.join(' · ')}
                value={isOfKind ? field.value : null}
                onChange={(value) => field.onChange(value ?? '')}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="lider"
            rules={required}
            render={({ field, fieldState }) => (
              <Select
                label={t('create.leader')}
                withAsterisk
                searchable
                allowDeselect={false}
                data={leaders.map((person) => ({
                  value: person.id,
                  label: `${person.first_name} ${person.last_name}`,
                }))}
                value={field.value}
                onChange={(value) => field.onChange(value ?? '')}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="fecha_inicio"
            rules={required}
            render={({ field, fieldState }) => (
              <DateField
                label={t('create.start')}
                withAsterisk
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="fecha_fin"
            rules={required}
            render={({ field, fieldState }) => (
              <DateField
                label={t('create.end')}
                withAsterisk
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
        </SimpleGrid>
        <Controller
          control={form.control}
          name="horas_presupuestadas"
          render={({ field, fieldState }) => (
            <NumberInput
              label={t('create.hours')}
              min={0}
              max={100_000}
              decimalScale={1}
              decimalSeparator=","
              thousandSeparator="."
              value={field.value}
              onChange={(value) => field.onChange(typeof value === 'number' ? value : '')}
              error={fieldState.error?.message}
            />
          )}
        />
        {kind === ICCE && (
          <Controller
            control={form.control}
            name="icce"
            render={({ field }) => (
              <MultiSelect
                label={t('create.icce')}
                description={t(mayNameIcce ? 'create.icce_hint' : 'create.icce_beyond')}
                disabled={!mayNameIcce}
                searchable
                clearable
                data={workers.map((person) => ({
                  value: person.id,
                  label: `${person.first_name} ${person.last_name}`,
                }))}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
        )}
        {kind === PLAN && (
          <>
            <Controller
              control={form.control}
              name="procesos"
              render={({ field }) => (
                <>
                  <StructureProcesses lines={field.value} onChange={field.onChange} />
                  <Textarea
                    label={t('create.processes')}
                    description={t('create.scope_hint')}
                    autosize
                    minRows={3}
                    maxRows={8}
                    error={errors.procesos?.message}
                    {...field}
                  />
                </>
              )}
            />
            <Textarea
              label={t('create.risks')}
              autosize
              minRows={2}
              maxRows={8}
              error={errors.riesgos?.message}
              {...form.register('riesgos')}
            />
          </>
        )}
        {(create.isError || errors.root) && (
          <Alert color="red" role="alert">
            {errors.root?.message ?? errorText(create.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending || isWaiting}>
            {t('create.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
