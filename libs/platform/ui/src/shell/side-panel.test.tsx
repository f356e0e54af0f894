import '@testing-library/jest-dom/vitest';
import { MultiSelect } from '@mantine/core';
import { createI18n } from '@cotejo/i18n';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/ui-provider.tsx';
import { uiTranslations } from '../translations.ts';
import { SidePanel } from './side-panel.tsx';

it('is closed by Escape, but not while a list of choices is open in it', async () => {
  const close = vi.fn();
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      <SidePanel opened title="Historial" onClose={close}>
        <MultiSelect label="Tipo" data={['Nombres', 'Estados']} />
      </SidePanel>
    </UiProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'Tipo' });
  act(() => field.click());
  await screen.findByRole('option', { name: 'Nombres' });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(close).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});
