import { Checkbox, MultiSelect, NumberInput, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../components/days/date-field.tsx';
import type { ChoiceOption } from '../list/columns/list-column.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import styles from './form-dialog.module.css';
import { useHoursField } from './hours-fields.ts';

/** Props of every field; value and error come from the surrounding form. */
export interface FieldProps {
  /** Name of the value in the request. */
  readonly name: string;
  /** Already translated. */
  readonly label: string;
  readonly isRequired?: boolean;
  readonly description?: ReactNode;
  readonly autoFocus?: boolean;
}

/**
 * Value and attributes of a field of the surrounding form. Clearing an optional value yields null; a cleared required
 * value is kept for the schema to refuse.
 */
export function useField({ name, label, isRequired = false, description, autoFocus }: FieldProps) {
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
      // Dialogs focus the element with this attribute, else their cross.
      ...(autoFocus === true && { 'data-autofocus': true }),
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Fields side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export interface TextFieldProps extends FieldProps {
  readonly most?: number | undefined;
  /** Which keys a telephone offers; a time is `HH:mm`. */
  readonly type?: 'text' | 'email' | 'time';
}

/** One line of text. */
export function TextField({ most, type = 'text', ...props }: TextFieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      type={type}
      {...(type === 'email' && { autoComplete: 'off' })}
      {...(most !== undefined && { maxLength: most })}
      value={asText(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** Multi-line text; its height follows the content. */
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
  /** Options are loading. */
  readonly isLoading?: boolean;
}

/** Number of options from which a search box is shown. */
const SEARCHED_FROM = 8;

/** Options drawn at once; the search finds the rest. */
const MOST_DRAWN = 200;

/** Selects one of some values. */
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
      limit={MOST_DRAWN}
      clearable={props.isRequired !== true}
      allowDeselect={props.isRequired !== true}
      clearButtonProps={{ 'aria-label': t('form.clear', { field: props.label }) }}
      nothingFoundMessage={t('form.nothing_found')}
      {...(isLoading && { placeholder: t('loading') })}
    />
  );
}

const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Any number of some values. */
export function ChoicesField({ options, ...props }: Omit<ChoiceFieldProps, 'isLoading'>) {
  const { t } = useTranslation('ui');
  const { value, set, shared } = useField(props);
  return (
    <MultiSelect
      {...shared}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      value={asTexts(value)}
      onChange={set}
      searchable={options.length >= SEARCHED_FROM}
      nothingFoundMessage={t('form.nothing_found')}
    />
  );
}

/** Yes or no. */
export function CheckField(props: FieldProps) {
  const { value, set, shared } = useField(props);
  const { withAsterisk: _, ...others } = shared;
  return (
    <Checkbox {...others} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
  );
}

export interface RadioFieldProps extends FieldProps {
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
}

/** One of a few values, each with what it means. */
export function RadioField({ options, ...props }: RadioFieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <Radio.Group {...shared} value={asText(value)} onChange={set}>
      <Stack gap={8} mt={6}>
        {options.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const PEOPLE_KEY = ['workspace', 'people'];

/** Users of the account as options. */
interface PersonFieldProps extends FieldProps {
  /** Offers only users who do audit work, and those who are chosen already. */
  readonly isStaff?: boolean;
}

function usePeople({ name, isStaff = false }: PersonFieldProps) {
  const { people } = useWorkspace();
  const { getValues } = useFormContext<Record<string, unknown>>();
  const known = useQuery({ queryKey: PEOPLE_KEY, queryFn: people });
  const chosen = [getValues(name)].flat();
  const options = (known.data ?? [])
    .filter((person) => !isStaff || person.isStaff || chosen.includes(person.id))
    .map(({ id, name: label }) => ({ value: id, label }));
  return { options, isLoading: known.isPending };
}

/** Selects a user of the account. */
export function PersonField({ isStaff, ...props }: PersonFieldProps) {
  return <ChoiceField {...props} {...usePeople({ ...props, ...(isStaff !== undefined && { isStaff }) })} />;
}

/** Selects several users of the account. */
export function PeopleField(props: PersonFieldProps) {
  const { t } = useTranslation('ui');
  const { options, isLoading } = usePeople(props);
  const { value, set, shared } = useField(props);
  return (
    <MultiSelect
      {...shared}
      data={options}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={set}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.clear', { field: props.label }) }}
      nothingFoundMessage={t('form.nothing_found')}
      {...(isLoading && { placeholder: t('loading') })}
    />
  );
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

/** A whole number that is no amount, as a year. */
export function NumberField(props: FieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <NumberInput
      {...shared}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={typeof value === 'number' ? value : ''}
      onChange={set}
    />
  );
}

/** An amount in the currency's whole units. */
export function MoneyField({ currency, ...props }: FieldProps & { readonly currency: string }) {
  return <AmountField {...props} suffix={` ${currency}`} perUnit={1} decimals={0} />;
}

/** Hours, stored as whole minutes. */
export function HoursField(props: FieldProps) {
  return <AmountField {...props} suffix=" h" perUnit={60} decimals={2} isHours />;
}

interface AmountFieldProps extends FieldProps {
  readonly suffix: string;
  /** Stored units per displayed unit. */
  readonly perUnit: number;
  readonly decimals: number;
  readonly isHours?: boolean;
}

function AmountField({ suffix, perUnit, decimals, isHours = false, ...props }: AmountFieldProps) {
  const { i18n } = useTranslation('ui');
  const { value, set, shared } = useField(props);
  const { control } = useFormContext<Record<string, unknown>>();
  useHoursField(control, props.name, isHours);
  const isSpanish = i18n.language.startsWith('es');
  // Partial input such as "1," is kept while it parses to the stored value.
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
