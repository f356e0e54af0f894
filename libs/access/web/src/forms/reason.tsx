import { reasonCode, type ReasonCode } from '@cotejo/access-contracts';
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

/** Why access is changed: stands in the history with the change. */
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
