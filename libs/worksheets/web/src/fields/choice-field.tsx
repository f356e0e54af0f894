import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './field-frame.tsx';
import { Options } from './options.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';

interface ChoiceFieldProps extends ValueFieldProps {
  readonly options: readonly (string | number)[];
}

/** Maximum number of options that fit side by side. */
const SIDE_BY_SIDE = 2;

/** Selects one option: two as buttons side by side, more in a dropdown. */
export function ChoiceField({ type, valueKey, lock, options }: ChoiceFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const field = useValue(type, valueKey);
  const isFew = options.length <= SIDE_BY_SIDE;
  return (
    <FieldFrame field={field} lock={lock} labels={isFew ? 'group' : 'control'}>
      {({ id, labelId, describedBy, isDisabled }) =>
        isFew ? (
          <Options
            options={options.map((value) => ({ value, label: field.optionWord(value) }))}
            value={typeof field.value === 'boolean' ? null : field.value}
            labelledBy={labelId}
            describedBy={describedBy}
            disabled={isDisabled}
            onChoose={field.set}
          />
        ) : (
          <Select
            id={id}
            // Mantine's Select does not pass `aria-describedby` to its input, so it is set here.
            attributes={{ input: { 'aria-describedby': describedBy } }}
            placeholder={isDisabled ? '' : t('field.choose')}
            data={options.map((value) => ({ value: String(value), label: field.optionWord(value) }))}
            value={field.value === null ? null : String(field.value)}
            disabled={isDisabled}
            allowDeselect={false}
            checkIconPosition="right"
            comboboxProps={{ withinPortal: true, keepMounted: false }}
            onChange={(chosen) => field.set(options.find((value) => String(value) === chosen) ?? null)}
          />
        )
      }
    </FieldFrame>
  );
}
