import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

export interface PasswordFieldProps extends Pick<
  PasswordInputProps,
  'label' | 'size' | 'autoFocus' | 'error' | 'withAsterisk' | 'autoComplete' | 'name' | 'disabled'
> {
  readonly value: string;
  readonly onChange: (password: string) => void;
}

/** A password that can be shown, and a word when caps lock is on. */
export function PasswordField({ onChange, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('access-web');
  const [capsLock, setCapsLock] = useState(false);
  const [shown, setShown] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      description={<span aria-live="polite">{capsLock ? t('sign_in.caps_lock') : ''}</span>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': t(shown ? 'sign_in.hide_password' : 'sign_in.show_password'),
        tabIndex: 0,
      }}
    />
  );
}
