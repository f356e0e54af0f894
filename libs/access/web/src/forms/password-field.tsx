import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

export interface PasswordFieldProps extends Pick<
  PasswordInputProps,
  'label' | 'size' | 'autoFocus' | 'error' | 'withAsterisk' | 'autoComplete' | 'name' | 'disabled'
> {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Phrasing that describes the field, below it. */
  readonly below?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password that can be shown, and a word when caps lock is on. */
export function PasswordField({ onChange, below, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('access-web-sign-in');
  const [capsLock, setCapsLock] = useState(false);
  const [shown, setShown] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...field}
      // A dialog gives the focus to what says so, else to its cross.
      {...(field.autoFocus === true && { 'data-autofocus': true })}
      // The library tells it of every other field.
      aria-invalid={field.error ? true : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      description={
        <>
          <span aria-live="polite">{capsLock ? t('sign_in.caps_lock') : ''}</span>
          {below}
        </>
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': t(shown ? 'sign_in.hide_password' : 'sign_in.show_password'),
        // Its name says what it does next; pressed as well would say the opposite.
        'aria-pressed': undefined,
        // The library hears mouse, touch and keys; a press by voice or screen reader is none of them.
        onClick: ({ detail }: MouseEvent) => detail === 0 && setShown(!shown),
        tabIndex: 0,
      }}
    />
  );
}
