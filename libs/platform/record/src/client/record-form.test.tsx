import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { line, text } from '../fields.ts';
import { record } from '../record.ts';
import { RecordForm } from './record-form.tsx';
import { recordClientTranslations } from './translations.ts';

const trips = record('trips', {
  home: 'account',
  fields: { place: line(50), note: text(200).optional(), reason: text(200).optional() },
  acts: {},
  refusals: {},
  rights: 'trips',
  path: '/viajes/',
  wire: {},
});
const words = {
  ...{ title: 'Viajes', create: 'Nuevo viaje', empty: '', emptyText: '', erased: '' },
  field: (name: string) => name,
  option: (_: string, value: string) => value,
  ...{ act: () => '', done: () => '', past: () => '', removeQuestion: () => '' },
};

it('marks what is required: by the record, or by the rules of the act', async () => {
  const form = (
    <RecordForm
      {...{ record: trips, words, act: 'create', row: null, references: {}, onClose: () => undefined }}
      layout={['place', 'note', { asked: 'reason' }]}
      send={async () => undefined}
    />
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider i18n={createI18n({ resources: [uiTranslations, recordClientTranslations] })} env="test">
        <WorkspaceProvider workspace={givenWorkspace()}>
          <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog');
  const labels = [...document.querySelectorAll('label')].map((label) => label.textContent);
  expect(labels).toEqual(['place *', 'note', 'reason *']);
});
