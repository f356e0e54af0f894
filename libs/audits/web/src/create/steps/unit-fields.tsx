import type { CompanyRow } from '@cotejo/structure-contracts';
import { ActionIcon, Autocomplete, MultiSelect, Select, SimpleGrid, TagsInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from '../create-audit.module.css';
import { useWizard } from '../wizard-context.ts';
import type { DraftUnit } from '../wizard-draft.ts';
import { CREATE_WORDS } from '../words.ts';

/** Names are separated by these or Enter; they may hold commas. */
const BETWEEN_NAMES = ['\n', ';'];

interface UnitFieldsProps {
  readonly unit: DraftUnit;
  /** Place of the unit, from 1. */
  readonly number: number;
  /** The account's structure; empty while it has none, or for users who may not read it. */
  readonly companies: readonly CompanyRow[];
  readonly onChange: (over: Partial<DraftUnit>) => void;
  readonly onRemove: () => void;
}

/** Company, business unit, processes and risks in scope. */
export function UnitFields({ unit, number, companies, onChange, onRemove }: UnitFieldsProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const { errorOf } = useWizard();
  const company = companies.find(({ nombre }) => nombre === unit.company);
  const known = company?.unidades_negocio.find(({ nombre }) => nombre === unit.unit);
  return (
    <fieldset className={styles.unit}>
      <legend>{t('scope.unit_number', { number })}</legend>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        aria-label={t('scope.remove_unit', { number })}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NameField
          label={t('scope.company')}
          offered={namesOf(companies)}
          value={unit.company}
          onWrite={(name) => onChange({ company: name })}
          onChoose={(name) => onChange({ company: name, unit: '', processes: [] })}
          error={errorOf(`company.${unit.key}`)}
        />
        <NameField
          label={t('scope.unit')}
          offered={namesOf(company?.unidades_negocio)}
          isDisabled={unit.company.trim() === ''}
          value={unit.unit}
          onWrite={(name) => onChange({ unit: name })}
          onChoose={(name) => onChange({ unit: name, processes: [] })}
          error={errorOf(`unit.${unit.key}`)}
        />
      </SimpleGrid>
      <ProcessesField
        offered={namesOf(known?.procesos)}
        isDisabled={companies.length > 0 && unit.unit === ''}
        value={unit.processes}
        onChange={(processes) => onChange({ processes })}
        error={errorOf(`processes.${unit.key}`)}
      />
      <TagsInput
        label={t('scope.unit_risks')}
        description={t('scope.risks_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        splitChars={BETWEEN_NAMES}
        value={unit.risks}
        onChange={(risks) => onChange({ risks })}
        error={errorOf(`risks.${unit.key}`)}
      />
    </fieldset>
  );
}

const namesOf = (rows: readonly { readonly nombre: string }[] = []): readonly string[] => [
  ...new Set(rows.map(({ nombre }) => nombre)),
];

/** Names in the structure, and those in a stored draft that were removed from the structure. */
const withKept = (offered: readonly string[], kept: readonly string[]): string[] => [
  ...new Set([...offered, ...kept.filter((name) => name !== '')]),
];

interface NameFieldProps {
  readonly label: string;
  /** Names of the structure; without any, the name is written by hand. */
  readonly offered: readonly string[];
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onWrite: (name: string) => void;
  /** Called when another name of the structure is chosen; its parts differ. */
  readonly onChoose: (name: string) => void;
  readonly error: string | undefined;
}

/** Field of a company or business unit: a choice where the account's structure has some, free text otherwise. */
function NameField({ label, offered, value, isDisabled = false, onWrite, onChoose, error }: NameFieldProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const field = {
    ...{ label, error, withAsterisk: true, openOnFocus: false, disabled: isDisabled },
    ...(isDisabled && { placeholder: t('scope.company_first') }),
  };
  if (offered.length === 0)
    return <Autocomplete {...field} maxLength={200} value={value} onChange={onWrite} />;
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('nothing_found')}
      data={withKept(offered, [value])}
      value={value === '' ? null : value}
      onChange={(name) => name !== null && name !== value && onChoose(name)}
    />
  );
}

interface ProcessesFieldProps {
  /** Processes of the business unit in the structure; without any, they are written by hand. */
  readonly offered: readonly string[];
  /** True until the business unit is chosen. */
  readonly isDisabled: boolean;
  readonly value: readonly string[];
  readonly onChange: (processes: string[]) => void;
  readonly error: string | undefined;
}

function ProcessesField({ offered, isDisabled, value, onChange, error }: ProcessesFieldProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const isOffered = offered.length > 0;
  const field = {
    label: t('scope.unit_processes'),
    description: t(isOffered || isDisabled ? 'scope.choose_hint' : 'scope.names_hint'),
    ...{ value: [...value], onChange, error, disabled: isDisabled },
    ...(isDisabled && { placeholder: t('scope.unit_first') }),
  };
  const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
  if (!isOffered) return <TagsInput {...field} inputWrapperOrder={order} splitChars={BETWEEN_NAMES} />;
  return (
    <MultiSelect
      {...field}
      inputWrapperOrder={order}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('nothing_found')}
      data={withKept(offered, value)}
    />
  );
}
