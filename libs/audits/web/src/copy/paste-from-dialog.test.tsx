import '@testing-library/jest-dom/vitest';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { ApiError } from '@cotejo/http/client';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { givenAuditDetail } from '../given-audit-row.fixture.ts';
import { PlanContext, type PlanContextValue } from '../plan/plan-context.ts';
import { auditsTranslations } from '../translations.ts';
import { PasteFromDialog } from './paste-from-dialog.tsx';

const HERE = '00000000-0000-4000-8000-000000000001' as AuditId;
const SOURCE = '00000000-0000-4000-8000-000000000002';
const ids = ['r1', 'r2'] as unknown as readonly ItemId[];
const audit = givenAuditDetail({
  id: HERE,
  nombre: 'Financiera 2026',
  codigo: 'F-1',
  record_type: 'auditoria_financiera',
});

const byYear = (body: unknown) => typeof body === 'object' && body !== null && 'year' in body;
const post = vi.fn(async (_path: string, body: unknown) => {
  if (byYear(body)) return { ids: ['copy'] };
  throw new ApiError(422, { error: 'Solo por año', code: 'financial_risk_copy' });
});

function open(): void {
  const workspace = givenWorkspace({
    api: { post, get: async () => [audit] },
    me: { isSuperuser: true },
  });
  const plan = { audit, session: { view: { get: () => undefined } }, reveal: () => undefined };
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WorkspaceProvider workspace={workspace}>
          <MemoryRouter>
            <PlanContext value={plan as unknown as PlanContextValue}>
              <PasteFromDialog
                copied={{ audit: SOURCE, ids, isCut: false }}
                parent={null}
                onClose={() => undefined}
              />
            </PlanContext>
          </MemoryRouter>
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
}

describe('pasting risks of another financial audit', () => {
  it('goes on by year and project, with this audit chosen already', async () => {
    open();
    act(() => screen.getByRole('button', { name: 'Pegar' }).click());
    const copy = await screen.findByRole('button', { name: 'Copiar' });
    await vi.waitFor(() => expect(copy).toBeEnabled());
    act(() => copy.click());
    await vi.waitFor(() =>
      expect(post.mock.calls.slice(1).map(([path, body]) => [path.split('/').at(-4), body])).toEqual(
        ids.map((id) => [id, { year: 2026, project_by_year: HERE }]),
      ),
    );
  });
});
