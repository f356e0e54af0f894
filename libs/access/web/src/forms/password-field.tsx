import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

export interface PasswordFieldProps extends Pick<
  PasswordInputProps,
  'label' | 'size' | 'autoFocus' | 'error' | 'withAsterisk' | 'autoComplete' | 'name' | 'disabled'
> {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Phrasing content that describes the field, shown below it. */
  readonly below?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Password field with a visibility toggle and a caps lock warning. */
export function PasswordField({ onChange, below, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('access-web-sign-in');
  const [capsLock, setCapsLock] = useState(false);
  const [shown, setShown] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...field}
      // A Mantine dialog focuses the element with `data-autofocus`, else its close button.
      {...(field.autoFocus === true && { 'data-autofocus': true })}
      // Mantine sets it on every field but this one.
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
        // The button's label names the next action; `aria-pressed` in addition would contradict it.
        'aria-pressed': undefined,
        // Mantine handles mouse, touch and keys; a click by voice control or screen reader (detail 0) is handled here.
        onClick: ({ detail }: MouseEvent) => detail === 0 && setShown(!shown),
        tabIndex: 0,
      }}
    />
  );
}
