import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormFault } from './form-fault.ts';

/** Line above a form's buttons with the reason why it cannot be sent. */
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
