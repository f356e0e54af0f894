import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type AmountProps = Omit<NumberInputProps, 'onChange'> & {
  readonly onAmount: (value: number | '') => void;
};

/** A number as it is written in the person's language. */
export function Amount({ onAmount, ...props }: AmountProps) {
  const { i18n } = useTranslation();
  const isSpanish = i18n.language.startsWith('es');
  return (
    <NumberInput
      {...props}
      min={0}
      hideControls
      decimalSeparator={isSpanish ? ',' : '.'}
      thousandSeparator={isSpanish ? '.' : ','}
      onChange={(value) => onAmount(typeof value === 'number' ? value : '')}
    />
  );
}
