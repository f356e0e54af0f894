import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { Outbox, unsentWork } from '@cotejo/rooms/client';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditsTranslations } from '../../translations.ts';
import { LeftBehind } from './left-behind.tsx';

let user: string;
beforeEach(() => (user = crypto.randomUUID()));

async function leaveUnsent(...names: string[]): Promise<void> {
  const outbox = await Outbox.open({ user, room: 'audit/one', locks: null });
  for (const name of names) outbox.add({ kind: 'rename_item', id: 'x', name }, 3, 'Compras');
  await outbox.flushed();
  await outbox.close();
}

const open = () =>
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations, auditsTranslations] })} env="test">
      <LeftBehind user={user} audit="one" />
    </UiProvider>,
  );

describe('what was not sent to a plan that lets the person in no more', () => {
  it('is shown, can be copied, and is gone when it is discarded', async () => {
    await leaveUnsent('Compras mayores', 'Compras menores');
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    open();
    await screen.findByText('Compras mayores');
    expect(screen.getByRole('region', { name: /no se envió/ })).toBeInTheDocument();
    expect(await unsentWork(user)).toEqual([{ room: 'audit/one', intents: 0, refused: 2 }]);
    act(() => screen.getByRole('button', { name: 'Copiar' }).click());
    expect(writeText).toHaveBeenCalledWith('Compras mayores\nCompras menores');
    act(() => screen.getByRole('button', { name: 'Descartar' }).click());
    expect(screen.queryByText('Compras mayores')).toBeNull();
    await waitFor(async () => expect(await unsentWork(user)).toEqual([]));
    vi.unstubAllGlobals();
  });

  it('is not spoken of when there is nothing', async () => {
    open();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('region', { name: /no se envió/ })).toBeNull();
  });
});
