import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import type { PersonDraft, PersonFault } from './person-form.ts';
import type { RoleChoice } from './role-choice.ts';

export interface PersonFieldsProps {
  readonly value: PersonDraft;
  readonly onChange: (part: Partial<PersonDraft>) => void;
  readonly roles: readonly RoleChoice[];
  readonly faults: Readonly<Partial<Record<keyof PersonDraft, PersonFault>>>;
  /** Server's error text for a field. */
  readonly told: (field: keyof PersonDraft) => string | undefined;
  readonly disabled?: boolean;
  /** Reason why the role cannot be changed here; shown below it. */
  readonly fixed?: string | undefined;
  /** Reason why the e-mail, to which password links go, cannot be changed here. */
  readonly fixedEmail?: string | undefined;
}

/** Fields of a user: names, e-mail, role and position in the firm. */
export function PersonFields(props: PersonFieldsProps) {
  const { value, onChange, roles, faults, told, disabled = false, fixed, fixedEmail } = props;
  const { t } = useTranslation('access-web');
  const field = (name: keyof PersonDraft) => {
    const fault = faults[name];
    return {
      label: t(`person.${name}`),
      value: value[name],
      disabled,
      error: fault === undefined ? told(name) : t(`fault.${fault}`, { field: t(`person.${name}`) }),
    };
  };
  const text = (name: keyof PersonDraft) => ({
    ...field(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const held = (why?: string) => (why === undefined ? {} : { disabled: true, description: why });
  return (
    <>
      <div className={layout.pair}>
        <TextInput {...text('first_name')} withAsterisk maxLength={120} data-autofocus />
        <TextInput {...text('last_name')} withAsterisk maxLength={120} />
      </div>
      <TextInput
        {...text('email')}
        {...held(fixedEmail)}
        type="email"
        withAsterisk
        maxLength={254}
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <div className={layout.pair}>
        <TextInput
          {...text('username')}
          withAsterisk
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Select
          {...field('role')}
          data={roles.map(({ value: role, label }) => ({ value: role, label }))}
          onChange={(role) => role !== null && onChange({ role })}
          allowDeselect={false}
          withAsterisk
          {...held(fixed)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      <div className={layout.pair}>
        <TextInput {...text('position')} maxLength={120} />
        <TextInput {...text('area')} maxLength={120} />
      </div>
      <TextInput {...text('code')} maxLength={60} />
    </>
  );
}
