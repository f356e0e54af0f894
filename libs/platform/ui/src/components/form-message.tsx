import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormFault } from './form-fault.ts';

/** One line above the buttons of a form: what keeps it from being sent. */
export function FormMessage({ fault }: { readonly fault: FormFault | null }) {
  const { t } = useTranslation('ui');
  return (
    fault && (
      <Text size="sm" c="var(--mantine-color-error)">
        {t(`form.${fault}`)}
      </Text>
    )
  );
}
