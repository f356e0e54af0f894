import { createI18n } from '@cotejo/i18n';
import type { TrayEntry } from '@cotejo/rooms/client';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { expect, it, vi } from 'vitest';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { trayAtom } from '../../session/session-atoms.ts';
import { auditsTranslations } from '../../translations.ts';
import { useTellRefusals } from './use-tell-refusals.ts';

const entry = (seq: number): TrayEntry =>
  ({ session: 's', seq, label: 'Compras', code: 'forbidden', params: {} }) as unknown as TrayEntry;

it('a refused change is told with its reason and the way to it; one that was there before is not', async () => {
  const store = createStore();
  store.set(trayAtom, [entry(1)]);
  const open = vi.fn();
  function Screen() {
    useTellRefusals(open);
    return null;
  }
  const i18n = createI18n({ resources: [uiTranslations, auditsContractsTranslations, auditsTranslations] });
  render(
    <UiProvider i18n={i18n} env="test">
      <Provider store={store}>
        <Screen />
      </Provider>
    </UiProvider>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => store.set(trayAtom, [entry(1), entry(2)]));
  expect(await screen.findByText(/No se aceptó un cambio suyo: /)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Ver' }));
  expect(open).toHaveBeenCalledOnce();
});
