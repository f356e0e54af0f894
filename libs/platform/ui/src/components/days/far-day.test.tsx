import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UiProvider } from '../../provider/ui-provider.tsx';
import { givenWorkspace } from '../../testing/index.ts';
import { uiTranslations } from '../../translations.ts';
import { WorkspaceProvider } from '../../workspace/workspace.tsx';
import { DateField } from './date-field.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00.000Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

function Field({ first }: { readonly first: string }) {
  const [day, setDay] = useState(first);
  return (
    <>
      <DateField label="Vence" value={day} onChange={setDay} />
      <output aria-label="día">{day}</output>
    </>
  );
}

function show(first = '') {
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      <WorkspaceProvider workspace={givenWorkspace()}>
        <Field first={first} />
      </WorkspaceProvider>
    </UiProvider>,
  );
  return userEvent.setup();
}

it('a day far away is asked about below its field, and taken all the same', async () => {
  const user = show();
  await user.type(screen.getByLabelText('Vence'), '23/11/2062');
  await user.tab();
  expect(screen.getByText('Queda a 36 años de hoy: ¿es el año correcto?')).toBeInTheDocument();
  expect(screen.getByLabelText('día')).toHaveTextContent('2062-11-23');
  await user.clear(screen.getByLabelText('Vence'));
  await user.type(screen.getByLabelText('Vence'), '23/11/2026');
  await user.tab();
  expect(screen.queryByText(/correcto/)).toBeNull();
});

it('a far day that was there before is not asked about', () => {
  show('1995-03-01');
  expect(screen.getByLabelText('Vence')).toHaveValue('01/03/1995');
  expect(screen.queryByText(/correcto/)).toBeNull();
});
