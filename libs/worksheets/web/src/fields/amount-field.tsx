import { amount, currency } from '@cotejo/audits-contracts';
import { languageOf } from '@cotejo/i18n';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TypedField } from './typed-field.tsx';
import { asTitle, useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';
import { readNumber, showNumber } from './written-number.ts';

interface AmountFieldProps extends ValueFieldProps {
  readonly currencyKey: string;
}

const USUAL = 'COP';

/** An amount of money with its currency; decimal digits as a string, never a float. */
export function AmountField({ type, valueKey, currencyKey, lock }: AmountFieldProps) {
  const { t, i18n } = useTranslation('worksheets-web');
  const language = languageOf(i18n);
  const field = useValue(type, valueKey);
  const inCurrency = useValue(type, currencyKey);
  return (
    <TypedField
      field={field}
      lock={lock}
      wanted={t('field.wanted.amount')}
      show={(value) => (typeof value === 'string' ? showNumber(value, language) : '')}
      read={(text) => amount.safeParse(readNumber(text.replace(/[A-Za-z$€]+/g, ''), language)).data}
      // The first amount sets the usual currency: an amount without one is meaningless.
      set={(value) =>
        field.setAll({
          [valueKey]: value,
          ...(value !== null && inCurrency.value === null && { [currencyKey]: USUAL }),
        })
      }
      beside={
        <NativeSelect
          aria-label={asTitle(inCurrency.label)}
          value={typeof inCurrency.value === 'string' ? inCurrency.value : USUAL}
          disabled={lock !== null || field.refusal !== null}
          data={currency.options.map((option) => ({ value: option, label: inCurrency.optionWord(option) }))}
          onChange={(event) => inCurrency.set(event.currentTarget.value)}
        />
      }
    />
  );
}
