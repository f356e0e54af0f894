import { CONTRACT_RECORD_TYPE, createEvaluationBody, evaluationCalls } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { notify, useFormat, useWorkspace } from '@cotejo/ui';
import { FormDialog, NumberField, RadioField, TextField, type FormValues } from '@cotejo/ui/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { evaluationPath } from './evaluation-path.ts';
import { evaluationsKey } from './use-evaluations.ts';

const { risk_evaluation: EVALUATION, risk_library: LIBRARY } = CONTRACT_RECORD_TYPE;

/** Creates a risk evaluation, or a library of risks, and opens it. */
export function CreateEvaluationDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // One key for the life of the dialog: pressing twice, or again after a lost answer, creates one.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const send = async (values: FormValues) => {
    const body = createEvaluationBody.parse(values);
    const made = await perform(api, evaluationCalls.create, { body }, { idempotencyKey });
    notify.success(t('evaluations.done', { code: made.codigo }));
    void queries.invalidateQueries({ queryKey: evaluationsKey });
    void navigate(evaluationPath(made.id));
  };
  const year = Number(format.isoDay(new Date()).slice(0, 4));
  return (
    <FormDialog
      title={t('evaluations.create')}
      submit={t('evaluations.submit')}
      schema={createEvaluationBody}
      values={{ record_type: EVALUATION, nombre: '', ano: year }}
      draft="evaluation"
      send={send}
      onClose={onClose}
    >
      <RadioField
        name="record_type"
        label={t('evaluations.kind')}
        options={[EVALUATION, LIBRARY].map((value) => ({
          value,
          label: t(`evaluations.choice.${value}`),
          description: t(`evaluations.choice_hint.${value}`),
        }))}
      />
      <TextField name="nombre" label={t('create.name')} most={200} isRequired autoFocus />
      <NumberField name="ano" label={t('evaluations.year')} isRequired />
    </FormDialog>
  );
}
