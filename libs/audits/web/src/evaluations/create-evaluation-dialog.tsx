import {
  CONTRACT_RECORD_TYPE,
  createEvaluationBody,
  evaluationCalls,
  type CreateEvaluationBody,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { errorText, notify, useFormat, useWorkspace } from '@cotejo/ui';
import { Alert, Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../form-dialog.tsx';
import { evaluationPath } from './evaluation-path.ts';
import { evaluationsKey } from './use-evaluations.ts';

interface CreateEvaluationDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates a risk evaluation, or a library of risks, and opens it. */
export function CreateEvaluationDialog({ opened, onClose }: CreateEvaluationDialogProps) {
  const { t } = useTranslation('audits-web');
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('evaluations.create')}>
      <CreateEvaluationForm onClose={onClose} />
    </FormDialog>
  );
}

const KINDS = [CONTRACT_RECORD_TYPE.risk_evaluation, CONTRACT_RECORD_TYPE.risk_library];

function CreateEvaluationForm({ onClose }: Pick<CreateEvaluationDialogProps, 'onClose'>) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // One key for the life of the dialog: pressing twice, or again after a lost answer, creates one.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<string>(CONTRACT_RECORD_TYPE.risk_evaluation);
  const [name, setName] = useState('');
  const [year, setYear] = useState<number | string>(() => Number(format.isoDay(new Date()).slice(0, 4)));
  const [isAsked, setAsked] = useState(false);
  const body = createEvaluationBody.safeParse({ nombre: name, record_type: kind, ano: year });
  const faultOf = (field: string): string | undefined => {
    const fault = body.success ? undefined : body.error.issues.find(({ path }) => path[0] === field);
    if (!isAsked || !fault) return undefined;
    return t(field === 'nombre' && name.trim() === '' ? 'create.required' : 'create.invalid');
  };

  const create = useMutation({
    meta: { shown: true },
    mutationFn: (data: CreateEvaluationBody) =>
      perform(api, evaluationCalls.create, { body: data }, { idempotencyKey }),
    onSuccess: (made) => {
      notify.success(t('evaluations.done', { code: made.codigo }));
      void queries.invalidateQueries({ queryKey: evaluationsKey });
      onClose();
      void navigate(evaluationPath(made.id));
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (body.success) create.mutate(body.data);
      }}
    >
      <Stack gap="sm">
        <Radio.Group label={t('evaluations.kind')} value={kind} onChange={setKind}>
          <Stack gap={8} mt={6}>
            {KINDS.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`evaluations.choice.${each}`)}
                description={t(`evaluations.choice_hint.${each}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('create.name')}
          withAsterisk
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf('nombre')}
        />
        <NumberInput
          label={t('evaluations.year')}
          withAsterisk
          allowDecimal={false}
          min={1900}
          max={9999}
          value={year}
          onChange={setYear}
          error={faultOf('ano')}
        />
        {create.isError && (
          <Alert color="red" role="alert">
            {errorText(create.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('evaluations.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
