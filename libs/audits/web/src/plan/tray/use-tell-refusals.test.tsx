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

/** The plan's screen with one earlier refusal. */
function show() {
  const store = createStore();
  store.set(trayAtom, [entry(1)]);
  const open = vi.fn();
  const i18n = createI18n({ resources: [uiTranslations, auditsContractsTranslations, auditsTranslations] });
  function Screen({ isTrayShown }: { readonly isTrayShown: boolean }) {
    useTellRefusals(isTrayShown, open);
    return null;
  }
  const at = (isTrayShown: boolean) => (
    <UiProvider i18n={i18n} env="test">
      <Provider store={store}>
        <Screen isTrayShown={isTrayShown} />
      </Provider>
    </UiProvider>
  );
  const { rerender } = render(at(false));
  return {
    open,
    refuse: (...seqs: readonly number[]) => act(() => store.set(trayAtom, seqs.map(entry))),
    showTray: () => rerender(at(true)),
  };
}

it('shows a toast with the reason of a new refusal and a button that opens the list; none for earlier refusals', async () => {
  const { open, refuse } = show();
  expect(screen.queryByRole('alert')).toBeNull();
  refuse(1, 2);
  expect(await screen.findByText(/No se aceptó un cambio suyo: /)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Ver' }));
  expect(open).toHaveBeenCalledOnce();
});

it('shows no toast for refusals while the list is shown', async () => {
  const { refuse, showTray } = show();
  showTray();
  refuse(1, 2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByRole('alert')).toBeNull();
});
