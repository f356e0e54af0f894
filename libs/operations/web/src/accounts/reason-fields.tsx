import { reasonCode, type ReasonCode, type ReasonOnWire } from '@cotejo/access-contracts';
import { Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Reason of an account change, as form values. */
export interface Reason {
  readonly code: ReasonCode;
  readonly words: string;
}

export const reasonOf = (code: ReasonCode): Reason => ({ code, words: '' });

/** The reason in the call's shape. */
export function reasonOnWireOf({ code, words }: Reason): ReasonOnWire {
  const text = words.trim();
  return { motivo: code, ...(text === '' ? {} : { motivo_texto: text }) };
}

interface ReasonFieldsProps {
  readonly value: Reason;
  readonly onChange: (reason: Reason) => void;
}

/** Fields for the reason, required with every change of access. */
export function ReasonFields({ value, onChange }: ReasonFieldsProps) {
  const { t } = useTranslation('operations-web');
  return (
    <>
      <Select
        label={t('reason.title')}
        allowDeselect={false}
        data={reasonCode.options.map((code) => ({ value: code, label: t(`reason.${code}`) }))}
        value={value.code}
        onChange={(code) => onChange({ ...value, code: reasonCode.catch('requested').parse(code) })}
      />
      <Textarea
        label={t('reason.words')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={value.words}
        onChange={(event) => onChange({ ...value, words: event.currentTarget.value })}
      />
    </>
  );
}
