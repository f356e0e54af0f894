import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { UiProvider, uiTranslations, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { givenAuditDetail, givenTeam } from '../given-audit-row.fixture.ts';
import { AuditPlanPage } from '../plan/audit-plan-page.tsx';
import type { PanelBeside } from '../plan/plan-context.ts';
import { TestAudit } from '../session/test-audit.fixture.ts';
import { wholeDocument } from '../session/simulation/whole-document.fixture.ts';
import { auditsTranslations } from '../translations.ts';
import type { WorksheetContents } from './worksheet-contents.ts';

export interface OpenPlanOptions {
  /** Query parameters for the panels beside the tree. */
  readonly beside?: string;
  readonly contents?: WorksheetContents;
  readonly panelsBeside?: readonly PanelBeside[];
  /** Answers requests for one item. */
  readonly item?: (path: string) => Promise<unknown>;
  readonly recordType?: string;
  /** Answers all other requests; undefined = the audit's details. */
  readonly answer?: (path: string, query: Readonly<Record<string, unknown>>) => unknown;
  /** Answers what is sent. */
  readonly post?: (path: string, body: unknown) => unknown;
  /** Users of the account. */
  readonly people?: Workspace['people'];
  /** Changes made to the audit before the page opens. */
  readonly given?: (audit: TestAudit) => void;
}

/** Renders the page of a plan without other users, loaded over HTTP; its room does not answer. */
export function openPlan(options: OpenPlanOptions = {}) {
  const audit = new TestAudit();
  options.given?.(audit);
  const { principal, model, auditId } = audit.optionsFor(1, memoryOutboxStore());
  const detail = givenAuditDetail({
    id: auditId,
    ...(options.recordType !== undefined && { record_type: options.recordType }),
  });
  const workspace = givenWorkspace({
    api: {
      get: async (
        path: string,
        { query = {} }: { readonly query?: Readonly<Record<string, unknown>> } = {},
      ) => {
        const answered = options.answer?.(path, query);
        if (answered !== undefined) return answered;
        if (path === '/users/') return [];
        if (path.endsWith('/equipo/')) return givenTeam(detail);
        return path.includes('/tree/') && options.item ? options.item(path) : detail;
      },
      getBytes: async () => wholeDocument(audit),
      ...(options.post && { post: async (path: string, body: unknown) => options.post?.(path, body) }),
    },
    ...(options.people && { people: options.people }),
  });
  const plan = (
    <AuditPlanPage
      principal={principal}
      model={model}
      contents={options.contents ?? { byType: {} }}
      panelsBeside={options.panelsBeside ?? []}
    />
  );
  const router = createMemoryRouter([{ path: '/auditorias/plan/', element: plan }], {
    initialEntries: [`/auditorias/plan/?auditoria-id=${auditId}${options.beside ?? ''}`],
  });
  const store = createStore();
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <Provider store={store}>
      <UiProvider i18n={createI18n({ resources })} env="test">
        <QueryClientProvider client={new QueryClient()}>
          <WorkspaceProvider workspace={workspace}>
            <RouterProvider router={router} />
          </WorkspaceProvider>
        </QueryClientProvider>
      </UiProvider>
    </Provider>,
  );
  return {
    audit,
    store,
    router,
    /** Query parameters other than the audit's id. */
    address: () => {
      const params = new URLSearchParams(router.state.location.search);
      params.delete('auditoria-id');
      return params.toString();
    },
  };
}
