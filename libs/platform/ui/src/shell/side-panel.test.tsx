import '@testing-library/jest-dom/vitest';
import { Menu, MultiSelect } from '@mantine/core';
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

it('takes the focus when it opens, but not from a field of its own', async () => {
  const panel = (isAsked: boolean) => (
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      <SidePanel opened title="Notas" onClose={() => undefined}>
        {/* Like a field that was focused on request. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <input aria-label="Nota" autoFocus={isAsked} />
      </SidePanel>
    </UiProvider>
  );
  const shown = render(panel(false));
  await vi.waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  shown.unmount();
  render(panel(true));
  await act(async () => undefined);
  expect(screen.getByRole('textbox', { name: 'Nota' })).toHaveFocus();
});

it('stays when Escape closes a menu that has just opened and has no focus yet', async () => {
  const close = vi.fn();
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      <SidePanel opened title="Adjuntos" onClose={close}>
        <Menu trapFocus={false}>
          <Menu.Target>
            <button type="button">Acciones</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Quitar</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </SidePanel>
    </UiProvider>,
  );
  const button = screen.getByRole('button', { name: 'Acciones' });
  act(() => button.focus());
  fireEvent.click(button);
  await screen.findByRole('menuitem', { name: 'Quitar' });
  fireEvent.keyDown(button, { key: 'Escape' });
  await vi.waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});
