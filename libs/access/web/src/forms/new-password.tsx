import { LONGEST_PASSWORD, type PasswordRules } from '@cotejo/access-contracts';
import { lengthOf, missingOf, type Composition } from '@cotejo/access-domain';
import { Check, Circle, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './new-password.module.css';
import { PasswordField } from './password-field.tsx';
import type { FieldsOfCodes } from './use-sending.ts';

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}
export const NO_PASSWORD: NewPassword = { password: '', confirmation: '' };

const KINDS: readonly Composition[] = ['uppercase', 'lowercase', 'number', 'special'];

/** Password rules of the account that can be checked in the form, each with whether the text satisfies it. */
export function rulesKept(password: string, rules: PasswordRules) {
  const length = lengthOf(password);
  const missing = missingOf(password, rules);
  return [
    { rule: 'length' as const, kept: length >= rules.minLength && length <= LONGEST_PASSWORD },
    ...KINDS.filter((kind) => rules[kind]).map((kind) => ({ rule: kind, kept: !missing.includes(kind) })),
  ];
}

/** Fault that prevents sending a new password; null = none that the form can detect. */
export function passwordFault(
  { password, confirmation }: NewPassword,
  rules: PasswordRules,
): 'rules' | 'differ' | null {
  if (rulesKept(password, rules).some(({ kept }) => !kept)) return 'rules';
  return password === confirmation ? null : 'differ';
}

export interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly rules: PasswordRules;
  readonly onChange: (value: NewPassword) => void;
  /** The form was submitted: faults are shown. */
  readonly asked: boolean;
  /** Refusal text of the server for the password. */
  readonly told?: string | undefined;
  readonly size?: 'sm' | 'md';
  readonly autoFocus?: boolean;
}

/** Refusal codes caused by the new password; the form shows them at its field. */
export const PASSWORD_REFUSALS: FieldsOfCodes = {
  password_length: 'password',
  password_composition: 'password',
  password_reused: 'password',
  password_guessable: 'password',
};

/** New password and its repetition, with the account's rules checked while typing. */
export function NewPasswordFields({
  value,
  rules,
  onChange,
  asked,
  told,
  size,
  autoFocus,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation('access-web');
  const fault = asked ? passwordFault(value, rules) : null;
  const sized = size === undefined ? {} : { size };
  return (
    <>
      <PasswordField
        {...sized}
        label={t('password.new')}
        name="new-password"
        autoComplete="new-password"
        {...(autoFocus === undefined ? {} : { autoFocus })}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={fault === 'rules' ? t('password.fault.rules') : told}
        below={
          // Spans, because the description is rendered inside a paragraph.
          <>
            <span className="visually-hidden">{t('password.rules')}: </span>
            <span className={styles.rules} role="list">
              {rulesKept(value.password, rules).map(({ rule, kept }) => (
                <span key={rule} role="listitem" data-kept={kept || undefined}>
                  {kept ? <Check size={13} aria-hidden /> : <Circle size={9} aria-hidden />}
                  <span>
                    {t(`password.rule.${rule}`, {
                      count: rules.minLength,
                      characters: rules.specialCharacters,
                    })}
                    <span className="visually-hidden">
                      {' '}
                      {t(kept ? 'password.kept' : 'password.not_kept')}
                    </span>
                  </span>
                </span>
              ))}
              {rules.history > 0 && (
                <span role="listitem">
                  <History size={11} aria-hidden />
                  <span>{t('password.rule.history', { count: rules.history })}</span>
                </span>
              )}
            </span>
          </>
        }
      />
      <PasswordField
        {...sized}
        label={t('password.confirmation')}
        name="password-confirmation"
        autoComplete="new-password"
        value={value.confirmation}
        onChange={(confirmation) => onChange({ ...value, confirmation })}
        error={fault === 'differ' ? t('password.fault.differ') : undefined}
      />
    </>
  );
}
