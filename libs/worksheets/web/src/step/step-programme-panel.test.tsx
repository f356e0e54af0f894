import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { worksheetsTranslations } from '../translations.ts';
import { StepProgrammePanel } from './step-programme-panel.tsx';

const i18n = createI18n({ resources: [uiTranslations, worksheetsTranslations] });

function show(answer: () => Promise<unknown>) {
  const workspace = { api: { get: answer } } as unknown as Workspace;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <UiProvider i18n={i18n}>
        <WorkspaceProvider workspace={workspace}>
          <StepProgrammePanel auditId="a" itemId="i" />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
}

describe('the panel of a step', () => {
  it('shows the objective with its lines and the instructions in order; a redacted one says so', async () => {
    show(() =>
      Promise.resolve({
        objetivo: 'La entidad:\n  a. Aprueba',
        instrucciones: [
          { id: '1', texto: 'se identifican;' },
          { id: '2', texto: null },
        ],
        version: 3,
      }),
    );
    expect(await screen.findByText('La entidad:')).toBeInTheDocument();
    expect(screen.getByText('a. Aprueba')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'se identifican;',
      'Texto suprimido',
    ]);
    expect(screen.getByText('2 instrucciones')).toBeInTheDocument();
  });

  it('says that there is nothing yet', async () => {
    show(() => Promise.resolve({ objetivo: null, instrucciones: [], version: -1 }));
    expect(await screen.findByText('Este paso aún no tiene objetivo ni instrucciones.')).toBeInTheDocument();
  });

  it('tells a failure and offers to try again', async () => {
    show(() => Promise.reject(new Error('sin conexión')));
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeInTheDocument();
  });
});
