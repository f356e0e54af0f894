import { emailOnWire } from '@cotejo/access-contracts';
import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './accounts.module.css';

/** Form values of a user created here: an account's first administrator, or a consultant. */
export interface PersonValues {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

export const NO_PERSON: PersonValues = { username: '', first_name: '', last_name: '', email: '' };

export const personOf = (values: PersonValues): PersonValues => ({
  username: values.username.trim(),
  first_name: values.first_name.trim(),
  last_name: values.last_name.trim(),
  email: values.email.trim(),
});

const FIELDS = ['first_name', 'last_name', 'username', 'email'] as const;
type Field = (typeof FIELDS)[number];

/** Faults that the form can detect: a missing value, or an invalid e-mail. */
export function personFaults(values: PersonValues): Partial<Record<Field, 'required' | 'email'>> {
  const person = personOf(values);
  const missing = FIELDS.filter((field) => person[field] === '');
  return {
    ...Object.fromEntries(missing.map((field) => [field, 'required' as const])),
    ...(person.email !== '' && !emailOnWire.safeParse(person.email).success && { email: 'email' as const }),
  };
}

interface PersonFieldsProps {
  readonly legend: string;
  readonly value: PersonValues;
  readonly onChange: (value: PersonValues) => void;
  /** The form was submitted: faults are shown. */
  readonly isAsked: boolean;
}

export function PersonFields({ legend, value, onChange, isAsked }: PersonFieldsProps) {
  const { t } = useTranslation('operations-web');
  const faults = isAsked ? personFaults(value) : {};
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{legend}</legend>
      <Stack gap="sm">
        {[FIELDS.slice(0, 2), FIELDS.slice(2)].map((pair) => (
          <div key={pair[0]} className={styles.pair}>
            {pair.map((field) => {
              const fault = faults[field];
              return (
                <TextInput
                  key={field}
                  label={t(`person.${field}`)}
                  withAsterisk
                  {...(field === 'email' && { type: 'email' })}
                  autoComplete="off"
                  maxLength={field === 'email' || field === 'username' ? 254 : 120}
                  value={value[field]}
                  onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
                  error={fault && t(`account.fault.${fault}`)}
                />
              );
            })}
          </div>
        ))}
      </Stack>
    </fieldset>
  );
}
