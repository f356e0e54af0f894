import '../theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import type { I18n } from '@cotejo/i18n';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ToastHost } from '../components/toasts/toasts.tsx';
import { cssVariablesResolver, theme } from '../theme/theme.ts';

export interface UiProviderProps {
  readonly i18n: I18n;
  readonly children: ReactNode;
  /** `test` disables transitions and delays of portals. */
  readonly env?: 'default' | 'test';
}

/** Theme, language and toasts: required by all components, in the application and in tests. */
export function UiProvider({ i18n, children, env = 'default' }: UiProviderProps) {
  return (
    <I18nextProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        env={env}
      >
        {children}
        <ToastHost />
      </MantineProvider>
    </I18nextProvider>
  );
}
