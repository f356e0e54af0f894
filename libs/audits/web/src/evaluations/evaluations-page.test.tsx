import '@testing-library/jest-dom/vitest';
import {
  EVALUATION_LIST_TOPIC,
  type AuditId,
  type AuditListRow,
  type AuditRow,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { UiProvider, uiTranslations, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { givenAuditRow } from '../given-audit-row.fixture.ts';
import { auditsTranslations } from '../translations.ts';
import { EvaluationsPage } from './evaluations-page.tsx';

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const rowOf = (n: number, changes: Partial<AuditRow> = {}): AuditRow =>
  givenAuditRow({
    id: `00000000-0000-4000-8000-00000000000${n}` as AuditId,
    nombre: `Evaluación ${n}`,
    codigo: `EVA-2026-00${n}`,
    record_type: 'evaluacion',
    ...changes,
  });

const follow = vi.fn<Workspace['live']['follow']>(() => () => undefined);
beforeEach(() => follow.mockClear());

async function open(rows: readonly AuditRow[]): Promise<void> {
  const answer = Promise.resolve(rows);
  const workspace = givenWorkspace({
    api: { get: () => answer },
    follow,
    me: { id: ACCOUNT, accountId: ACCOUNT },
    can: () => false,
  });
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WorkspaceProvider workspace={workspace}>
          <MemoryRouter>
            <EvaluationsPage />
          </MemoryRouter>
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
  await screen.findByRole('table');
}

/** What the feed brings. */
function hear(...rows: AuditListRow[]): void {
  const [topic, key, , handlers] = follow.mock.lastCall ?? [];
  expect([topic, key]).toEqual([EVALUATION_LIST_TOPIC, ACCOUNT]);
  const frame = { topic: EVALUATION_LIST_TOPIC, key: ACCOUNT, from: -1, to: 1, rows };
  act(() => (handlers as FollowHandlers).onFrame(frame));
}
const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('the list of evaluations', () => {
  it('moves by itself: what is new comes, what changed is another, what is gone goes', async () => {
    await open([rowOf(1), rowOf(2)]);
    expect(names()).toEqual(['Evaluación 2', 'Evaluación 1']);
    hear(rowOf(3), rowOf(1, { nombre: 'Corporativa', version: 2 }));
    await vi.waitFor(() => expect(names()).toEqual(['Evaluación 3', 'Evaluación 2', 'Corporativa']));
    hear({ id: rowOf(2).id, removed: true, version: 5 }, rowOf(4, { ano_auditoria: 2027 }));
    await vi.waitFor(() => expect(names()).toEqual(['Evaluación 4', 'Evaluación 3', 'Corporativa']));
  });
});
