import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../components/date-field.tsx';
import type { ChoiceOption } from '../list/list-column.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import styles from './form-dialog.module.css';

/** What every field of a form is given; its value and its fault come from the form around it. */
export interface FieldProps {
  /** Name of the value on the wire. */
  readonly name: string;
  /** Already translated. */
  readonly label: string;
  readonly isRequired?: boolean;
  readonly description?: ReactNode;
  readonly autoFocus?: boolean;
}

/** An optional value that was emptied is none; a required one stays as it is, for the schema to refuse. */
function useField({ name, label, isRequired = false, description, autoFocus }: FieldProps) {
  const { control } = useFormContext<Record<string, unknown>>();
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value,
    set: (value: unknown) => field.onChange(value === '' && !isRequired ? null : value),
    shared: {
      label,
      name,
      ref: field.ref,
      onBlur: field.onBlur,
      withAsterisk: isRequired,
      error: fieldState.error?.message,
      ...(description !== undefined && { description }),
      // A dialog gives the focus to what says so, else to its cross.
      ...(autoFocus === true && { 'data-autofocus': true }),
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Fields beside each other, where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** One line of text. */
export function TextField({ most, ...props }: FieldProps & { readonly most?: number | undefined }) {
  const { value, set, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      {...(most !== undefined && { maxLength: most })}
      value={asText(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** Text of several lines, as high as what it holds. */
export function LongTextField({ most, ...props }: FieldProps & { readonly most?: number | undefined }) {
  const { value, set, shared } = useField(props);
  return (
    <Textarea
      {...shared}
      {...(most !== undefined && { maxLength: most })}
      autosize
      minRows={3}
      maxRows={12}
      value={asText(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

export interface ChoiceFieldProps extends FieldProps {
  readonly options: readonly (Omit<ChoiceOption, 'value'> & { readonly value: string | number })[];
  /** The options are on their way. */
  readonly isLoading?: boolean;
}

/** Options from which a search box helps to choose. */
const SEARCHED_FROM = 8;

/** One of some values. */
export function ChoiceField({ options, isLoading = false, ...props }: ChoiceFieldProps) {
  const { t } = useTranslation('ui');
  const { value, set, shared } = useField(props);
  return (
    <Select
      {...shared}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      value={value === null || value === undefined ? null : asText(value)}
      onChange={(chosen) => set(options.find((option) => String(option.value) === chosen)?.value ?? null)}
      searchable={options.length >= SEARCHED_FROM}
      clearable={props.isRequired !== true}
      clearButtonProps={{ 'aria-label': t('form.clear', { field: props.label }) }}
      nothingFoundMessage={t('form.nothing_found')}
      {...(isLoading && { placeholder: t('loading') })}
    />
  );
}

const PEOPLE_KEY = ['workspace', 'people'];

/** Somebody of the account. */
export function PersonField(props: FieldProps) {
  const { people } = useWorkspace();
  const known = useQuery({ queryKey: PEOPLE_KEY, queryFn: people });
  const options = (known.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <ChoiceField {...props} options={options} isLoading={known.isPending} />;
}

/** A calendar day. */
export function DayField(props: FieldProps) {
  const { value, set, shared } = useField(props);
  const { label, onBlur, withAsterisk, error } = shared;
  return (
    <DateField
      label={label}
      onBlur={onBlur}
      withAsterisk={withAsterisk}
      error={error}
      value={asText(value)}
      onChange={set}
    />
  );
}

/** An amount in the currency's whole units. */
export function MoneyField({ currency, ...props }: FieldProps & { readonly currency: string }) {
  return <AmountField {...props} suffix={` ${currency}`} perUnit={1} decimals={0} />;
}

/** Hours, kept as whole minutes. */
export function HoursField(props: FieldProps) {
  return <AmountField {...props} suffix=" h" perUnit={60} decimals={2} />;
}

interface AmountFieldProps extends FieldProps {
  readonly suffix: string;
  /** Kept units that make one shown unit. */
  readonly perUnit: number;
  readonly decimals: number;
}

function AmountField({ suffix, perUnit, decimals, ...props }: AmountFieldProps) {
  const { i18n } = useTranslation('ui');
  const { value, set, shared } = useField(props);
  const isSpanish = i18n.language.startsWith('es');
  // "1," is on its way to "1,5": what is typed stays in the box while it means the value that is held.
  const [typed, setTyped] = useState<number | string>('');
  const kept = (shown: number | string) => {
    const amount = shown === '' ? Number.NaN : Number(shown);
    return Number.isFinite(amount) ? Math.round(amount * perUnit) : null;
  };
  return (
    <NumberInput
      {...shared}
      min={0}
      hideControls
      suffix={suffix}
      thousandSeparator={isSpanish ? '.' : ','}
      decimalSeparator={isSpanish ? ',' : '.'}
      decimalScale={decimals}
      value={kept(typed) === (value ?? null) ? typed : typeof value === 'number' ? value / perUnit : ''}
      onChange={(shown) => {
        setTyped(shown);
        set(kept(shown) ?? '');
      }}
    />
  );
}
