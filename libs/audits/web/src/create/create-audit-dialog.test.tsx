import '@testing-library/jest-dom/vitest';
import type { UserRow } from '@cotejo/access-contracts';
import type { AuditTemplateRow } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { CreateAuditDialog } from './create-audit-dialog.tsx';

const ME = '00000000-0000-4000-8000-00000000000a';
const ana: UserRow = {
  id: ME,
  username: 'ana.gil',
  first_name: 'Ana',
  last_name: 'Gil',
  role: 'PM',
  user_type: 'auditor',
  sigla: 'AG',
  position: null,
  active: true,
};
const template: AuditTemplateRow = {
  id: 'icce',
  record_type: 'icce',
  nombre: 'ICCE',
  descripcion: '',
  fases: [],
};

/** Opens the dialog for a signed-in user while the server's answers are held back by the test. */
function open(can: (permission: string) => boolean = () => true) {
  const post = vi.fn((_path: string, _body: unknown) => new Promise<never>(() => undefined));
  const waiting: (() => void)[] = [];
  const get = (path: string) =>
    new Promise((resolve) =>
      waiting.push(() => {
        if (path.startsWith('/empresas')) return resolve([]);
        resolve(path.startsWith('/users') ? [ana] : [template]);
      }),
    );
  const workspace = givenWorkspace({ api: { get, post }, me: { id: ME, accountId: ME }, can });
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WorkspaceProvider workspace={workspace}>
          <MemoryRouter>
            <CreateAuditDialog opened onClose={() => undefined} />
          </MemoryRouter>
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
  return { post, answer: () => act(async () => waiting.forEach((say) => say())) };
}

it('creates what somebody asked for before its leader and its template were known', async () => {
  const user = userEvent.setup();
  const { post, answer } = open();
  await user.click(await screen.findByRole('radio', { name: 'ICCE' }));
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Control interno');
  const create = screen.getByRole('button', { name: 'Crear auditoría' });
  await user.click(create);
  expect(create).toHaveAttribute('data-loading');
  expect(screen.queryByText('Campo requerido')).toBeNull();
  await answer();
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(post.mock.lastCall?.[1]).toMatchObject({ nombre: 'Control interno', lider: ME, plantilla: 'icce' });
});

it.each([true, false])('offers the ICCE role to whoever may give it: %s', async (mayGive) => {
  const user = userEvent.setup();
  const { answer } = open((permission) => mayGive || permission !== 'plan.finding__icce');
  await user.click(await screen.findByRole('radio', { name: 'ICCE' }));
  await answer();
  const field = screen.getByRole('combobox', { name: 'Personas con rol ICCE' });
  expect((field as HTMLInputElement).disabled).toBe(!mayGive);
});
