import '@testing-library/jest-dom/vitest';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import type { AuditId } from '@cotejo/audits-contracts';
import { ApiError } from '@cotejo/http/client';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { AuditActionDialog } from './audit-action-dialog.tsx';

const audit = { id: '00000000-0000-4000-8000-0000000000a1' as AuditId, ano_auditoria: 2026 };
const REASON = /Motivo para cerrarla/;

function open(isBlocked?: boolean): void {
  const element = (
    <AuditActionDialog
      audit={audit}
      action="close"
      check={null}
      onClose={() => undefined}
      {...(isBlocked !== undefined && { isBlocked })}
    />
  );
  const workspace = givenWorkspace({
    api: {
      post: () => {
        const error = 'Queda trabajo pendiente en la auditoría.';
        throw new ApiError(409, { error, code: 'pre_close_blocked' });
      },
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider
        i18n={createI18n({ resources: [uiTranslations, auditsTranslations, auditsContractsTranslations] })}
        env="test"
      >
        <WorkspaceProvider workspace={workspace}>
          <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
}

it('asks for a reason where something blocks closing', () => {
  open(true);
  expect(screen.getByLabelText(REASON)).toBeInTheDocument();
});

it('asks for none where nothing does', () => {
  open(false);
  expect(screen.queryByLabelText(REASON)).toBeNull();
});

it('asks for it once the server says that something blocks closing', async () => {
  open();
  expect(screen.queryByLabelText(REASON)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar la auditoría' }));
  expect(await screen.findByLabelText(REASON)).toBeInTheDocument();
  expect(screen.getAllByText('Queda trabajo pendiente en la auditoría.').length).toBeGreaterThan(0);
});
