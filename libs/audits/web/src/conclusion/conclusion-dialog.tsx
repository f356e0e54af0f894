import { conclusionText, ratingCode, type AuditId, type ConclusionRead } from '@cotejo/audits-contracts';
import { ChoiceField, FormDialog, LongTextField } from '@cotejo/ui/form';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useConclusionActs, useRatingScale } from './use-conclusion.ts';

const schema = z.strictObject({ calificacion: ratingCode.nullable(), texto: conclusionText });

interface ConclusionDialogProps {
  readonly audit: AuditId;
  readonly conclusion: ConclusionRead;
  readonly onClose: () => void;
}

/** Rating from the audit's scale, and the conclusion in words. */
export function ConclusionDialog({ audit, conclusion, onClose }: ConclusionDialogProps) {
  const { t } = useTranslation('audits-web');
  const acts = useConclusionActs(audit);
  // As it was when the dialog opened: what others change meanwhile is not taken for an edit of the user.
  const [before] = useState(conclusion);
  const scale = useRatingScale(audit);
  return (
    <FormDialog
      title={t('conclusion.edit_title')}
      submit={t('conclusion.save')}
      size="lg"
      schema={schema}
      values={{ calificacion: before.calificacion?.code ?? null, texto: before.texto }}
      draft={null}
      send={(values) => {
        const { calificacion, texto } = schema.parse(values);
        return acts.save(before, calificacion, texto);
      }}
      onClose={onClose}
    >
      {before.firmada !== null && (
        <Alert color="yellow">{t('conclusion.falls', { name: before.firmada.usuario.name })}</Alert>
      )}
      <ChoiceField
        name="calificacion"
        label={t('conclusion.rating')}
        options={(scale.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      />
      <LongTextField name="texto" label={t('conclusion.text')} />
    </FormDialog>
  );
}
