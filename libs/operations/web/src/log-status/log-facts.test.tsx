import type { LogStatus, StoreConnection } from '@cotejo/operations-contracts';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { operationsTranslations } from '../translations.ts';
import { LogFacts } from './log-facts.tsx';

const connection: StoreConnection = {
  leader: 'kurrent-2:2113',
  alive: 3,
  servers: 3,
  lagMs: 4.26,
  appends: { median: 3.1, p95: 8.04 },
  reads: { median: 3, p95: 45.4 },
  reconnections: 0,
};

function show(given: StoreConnection | null) {
  const status: LogStatus = {
    at: '2026-03-01T12:00:00.000Z',
    log: { storeId: 's', incarnation: 'i', events: 7, streams: 2, last: null, connection: given },
    ...{ projections: [], parked: [], seal: null, nodes: null, jobs: [] },
  };
  render(
    <UiProvider
      i18n={createI18n({ resources: [uiTranslations, operationsTranslations], language: 'es' })}
      env="test"
    >
      <WorkspaceProvider workspace={givenWorkspace()}>
        <LogFacts status={status} />
      </WorkspaceProvider>
    </UiProvider>,
  );
  return screen.getByLabelText('El registro');
}

describe('the facts of the log', () => {
  it('tell the server that decides, the delay of the subscription and the times of calls', () => {
    const facts = show(connection);
    expect(facts).toHaveTextContent('Servidor del registro');
    for (const text of [
      'kurrent-2:2113',
      '3 de 3 responden',
      'Un hecho llega en 4,3 ms',
      'Escribir: 3,1 ms (95 %: 8 ms)',
      'Leer: 3 ms (95 %: 45 ms)',
      'Sin reconexiones',
    ])
      expect(within(facts).getByText(text)).toBeVisible();
  });

  it('tell a cluster without a leader, and nothing that is not known yet', () => {
    const facts = show({
      ...connection,
      ...{ leader: null, alive: 1, lagMs: null, appends: null, reads: null, reconnections: 2 },
    });
    expect(facts).toHaveTextContent('Sin servidor principal');
    expect(facts).toHaveTextContent('1 de 3 responden');
    expect(facts).toHaveTextContent('2 reconexiones');
    expect(facts).not.toHaveTextContent(/Escribir|Leer|Un hecho llega/);
  });

  it('say nothing of servers for a log in the database itself', () => {
    expect(show(null)).not.toHaveTextContent('Servidor del registro');
  });
});
