import { reasonCode, reasonOnWire, type ReasonCode } from '@cotejo/access-contracts';
import { ChoiceField, LongTextField } from '@cotejo/ui/form';
import { Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface Reason {
  readonly motivo: ReasonCode;
  readonly motivo_texto?: string;
}
export const REQUESTED: Reason = { motivo: 'requested' };

export interface ReasonFieldsProps {
  readonly value: Reason;
  readonly onChange: (reason: Reason) => void;
}

/** Reason of an access change; stored in the history with the change. */
export function ReasonFields({ value, onChange }: ReasonFieldsProps) {
  const { t } = useTranslation('access-web');
  return (
    <>
      <Select
        label={t('reason.code')}
        data={reasonCode.options.map((code) => ({ value: code, label: t(`reason.codes.${code}`) }))}
        value={value.motivo}
        onChange={(code) => onChange({ ...value, motivo: reasonCode.catch('requested').parse(code) })}
        allowDeselect={false}
      />
      <Textarea
        label={t('reason.text')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={500}
        value={value.motivo_texto ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value;
          onChange(text === '' ? { motivo: value.motivo } : { ...value, motivo_texto: text });
        }}
      />
    </>
  );
}

/** The reason as a form over its call's schema holds it: words that were taken back are none. */
export const REASON_SHAPE = { motivo_texto: reasonOnWire.shape.motivo_texto.nullable() };

/** `ReasonFields` in such a form. */
export function ReasonFormFields() {
  const { t } = useTranslation('access-web');
  const codes = reasonCode.options.map((value) => ({ value, label: t(`reason.codes.${value}`) }));
  return (
    <>
      <ChoiceField name="motivo" label={t('reason.code')} options={codes} isRequired />
      <LongTextField name="motivo_texto" label={t('reason.text')} most={500} />
    </>
  );
}

/** A form's values as its call takes them. */
export const withReason = <Values extends { readonly motivo_texto?: string | null | undefined }>({
  motivo_texto,
  ...values
}: Values) => ({ ...values, ...(motivo_texto && { motivo_texto }) });
