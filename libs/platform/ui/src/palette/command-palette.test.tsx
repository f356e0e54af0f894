import { createI18n } from '@cotejo/i18n';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/ui-provider.tsx';
import { uiTranslations } from '../translations.ts';
import { CommandPalette } from './command-palette.tsx';
import { useCommands, type CommandGroup } from './commands.ts';

const run = vi.fn();
const ofPage: CommandGroup = {
  label: 'Auditoría',
  commands: [
    { key: 'add', label: 'Agregar riesgo', run: () => run(document.activeElement?.id) },
    { key: 'expand', label: 'Desplegar todo', run: () => run() },
  ],
};
const everywhere: CommandGroup = {
  label: 'Ir a',
  isEverywhere: true,
  commands: [{ key: 'tasks', label: 'Tareas', run: () => run() }],
};

function Page() {
  useCommands(everywhere);
  useCommands(ofPage);
  return (
    <>
      <button id="here">Aquí</button>
      <div data-page-actions>
        <button onClick={() => run('new')}>Nueva tarea</button>
        <button disabled>Papelera</button>
        <button>Agregar riesgo</button>
      </div>
      <CommandPalette />
    </>
  );
}

const show = () =>
  render(
    <UiProvider i18n={createI18n({ language: 'es', resources: [uiTranslations] })} env="test">
      <Page />
    </UiProvider>,
  );

it('runs the command that is found, with the focus where it was before', async () => {
  show();
  screen.getByText('Aquí').focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true });
  const search = await screen.findByRole('combobox', { name: 'Buscar un comando o una página' });
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['Nueva tarea', 'Agregar riesgo', 'Desplegar todo', 'Tareas']));
  await userEvent.type(search, 'agregár RIES');
  expect(names()).toEqual(['Agregar riesgo']);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(run.mock.calls).toEqual([['here']]));
  expect(screen.queryByRole('option')).toBeNull();
});

it('leaves the key to an editor that takes it', () => {
  show();
  const taken = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true, bubbles: true });
  taken.preventDefault();
  window.dispatchEvent(taken);
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('offers what stands beside the title of the page, once, and where it is on', async () => {
  show();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await userEvent.type(await screen.findByRole('combobox'), 'nueva');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(run).toHaveBeenLastCalledWith('new'));
});

it('opens by / where no search of the page takes the key', async () => {
  show();
  fireEvent.keyDown(document.body, { key: '/' });
  await screen.findByRole('combobox');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  const taken = new KeyboardEvent('keydown', { key: '/', cancelable: true, bubbles: true });
  const take = (event: Event) => event.preventDefault();
  window.addEventListener('keydown', take);
  document.body.dispatchEvent(taken);
  window.removeEventListener('keydown', take);
  await new Promise((done) => setTimeout(done));
  expect(screen.queryByRole('combobox')).toBeNull();
});
