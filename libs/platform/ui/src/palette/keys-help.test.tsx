import { createI18n } from '@cotejo/i18n';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/ui-provider.tsx';
import { uiTranslations } from '../translations.ts';
import { useCommands, type CommandGroup } from './commands.ts';
import { KeysHelp } from './keys-help.tsx';

const ownHelp = vi.fn();
const export_ = { key: 'export', label: 'Exportar la lista', keys: 'mod+e', run: () => undefined };
const plain: CommandGroup = { label: 'Lista', commands: [export_] };
const withHelp: CommandGroup = {
  label: 'Plan',
  commands: [{ key: 'keys', label: 'Atajos del plan', keys: '?', run: ownHelp }],
};

function Page({ commands }: { readonly commands: CommandGroup }) {
  useCommands(commands);
  return (
    <>
      <input aria-label="Nombre" />
      <KeysHelp />
    </>
  );
}

const show = (commands: CommandGroup) =>
  render(
    <UiProvider i18n={createI18n({ language: 'es', resources: [uiTranslations] })} env="test">
      <Page commands={commands} />
    </UiProvider>,
  );

it('the key ? shows the keys of every page and those of its commands, and Esc closes them', async () => {
  show(plain);
  fireEvent.keyDown(document.body, { key: '?' });
  const dialog = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  expect(dialog.textContent).toContain('Buscar un comando o una página');
  expect(dialog.textContent).toContain('Exportar la lista');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a page with keys of its own shows its own help', async () => {
  show(withHelp);
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '?' });
    expect(ownHelp).toHaveBeenCalled();
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a question mark that is written stays one', () => {
  show(plain);
  fireEvent.keyDown(screen.getByLabelText('Nombre'), { key: '?' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
