import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { ToastHost, UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import type { MentionView } from '@cotejo/worksheets-contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { describe, expect, it } from 'vitest';
import { ana } from '../small-plan.fixture.ts';
import { worksheetsTranslations } from '../translations.ts';
import { mention } from './mention.fixture.ts';
import { MentionsBell } from './mentions-bell.tsx';
import { soughtNoteAtom } from './mentions-atoms.ts';

const list = (...menciones: readonly MentionView[]) => ({
  menciones,
  sin_leer: menciones.filter(({ leida }) => !leida).length,
});
const i18n = createI18n({ resources: [uiTranslations, worksheetsTranslations] });

/** The bell in a page; `tells` emits rows of the feed. */
function show(answer: () => Promise<unknown> = () => new Promise(() => undefined)) {
  const went: string[] = [];
  const posted: unknown[] = [];
  const store = createStore();
  let handlers: FollowHandlers | null = null;
  const workspace = givenWorkspace({
    me: { id: ana.id },
    follow: (topic, key, cursor, given) => {
      expect([topic, key, cursor]).toEqual(['mentions', ana.id, -1]);
      handlers = given;
      return () => undefined;
    },
    api: {
      post: (path: string, body: unknown) => {
        posted.push([path, body]);
        return answer();
      },
    },
  });
  render(
    <Provider store={store}>
      <UiProvider i18n={i18n} env="test">
        <WorkspaceProvider workspace={workspace}>
          <MentionsBell pathOf={({ nota }) => `/nota/${nota}`} onGo={(path) => went.push(path)} />
          <ToastHost />
        </WorkspaceProvider>
      </UiProvider>
    </Provider>,
  );
  const tells = (...menciones: readonly MentionView[]) =>
    act(() =>
      handlers?.onFrame({ topic: 'mentions', key: ana.id, from: -1, to: 1, rows: [list(...menciones)] }),
    );
  return { went, posted, store, tells };
}

const bell = () => screen.getByRole('button', { name: /^Menciones/ });
const links = async () =>
  within(await screen.findByRole('dialog', { name: /^Menciones/ })).getAllByRole('link');

describe('whoever was named while they were away', () => {
  it('finds how often, and what was said where, and is led there', async () => {
    const user = userEvent.setup();
    const { tells, went, posted, store } = show();
    tells(mention(2), mention(1, { leida: true }));
    expect(bell()).toHaveAccessibleName('Menciones: una sin leer');
    // Initial mentions cause no notification.
    expect(screen.queryByRole('button', { name: 'Ver la nota' })).toBeNull();
    await user.click(bell());
    const [first, second] = await links();
    expect(first).toHaveTextContent('Luis Paz');
    expect(first).toHaveTextContent('@Ana Ruiz mire el acta 2');
    expect(first).toHaveTextContent('P-01 Conciliar pagos · AUD-2026-001');
    expect([first, second].map((one) => one?.textContent?.includes('Sin leer'))).toEqual([true, false]);
    await user.click(first as HTMLElement);
    expect(went).toEqual([`/nota/${mention(2).nota}`]);
    expect(store.get(soughtNoteAtom)).toBe(mention(2).nota);
    const ref = { auditoria: mention(2).auditoria.id, id: mention(2).id };
    expect(posted).toEqual([['/proyecto/riesgo/menciones/actions/leer/', { menciones: [ref] }]]);
    expect(bell()).toHaveAccessibleName('Menciones');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('marks all of them as read at once; what the server did not take is unread again', async () => {
    const user = userEvent.setup();
    let refuse: (error: Error) => void = () => undefined;
    const { tells, posted } = show(() => new Promise((_, reject) => (refuse = reject)));
    tells(mention(2), mention(1));
    await user.click(bell());
    await user.click(await screen.findByRole('button', { name: 'Marcar todas como leídas' }));
    expect(posted).toEqual([['/proyecto/riesgo/menciones/actions/leer/', {}]]);
    expect(bell()).toHaveAccessibleName('Menciones');
    await act(async () => refuse(new Error('offline')));
    expect(bell()).toHaveAccessibleName('Menciones: 2 sin leer');
  });

  it('is told that nobody has named them', async () => {
    const { tells } = show();
    tells();
    await userEvent.click(bell());
    expect(await screen.findByText('Nadie le ha mencionado')).toBeInTheDocument();
  });
});

describe('whoever is named while they are here', () => {
  it('is told at once, once, with the way to the note', async () => {
    const user = userEvent.setup();
    const { tells, went } = show();
    tells();
    tells(mention(1));
    expect(
      await screen.findByText(/Luis Paz le mencionó en una nota de «P-01 Conciliar pagos» \(AUD-2026-001\)/),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ver la nota' }));
    expect(went).toEqual([`/nota/${mention(1).nota}`]);
    expect(screen.getAllByText(/le mencionó en una nota/)).toHaveLength(1);
  });

  it('is told of many together, with the way to the list', async () => {
    const user = userEvent.setup();
    const { tells } = show();
    tells(mention(1));
    tells(...[5, 4, 3, 2, 1].map((n) => mention(n)));
    await user.click(await screen.findByRole('button', { name: 'Ver las menciones' }));
    expect(await links()).toHaveLength(5);
  });

  it.each<[string, readonly MentionView[], readonly MentionView[]]>([
    ['nothing that they opened elsewhere', [], [mention(1, { leida: true })]],
    ['nothing older, of an audit that opens to them', [mention(3)], [mention(3), mention(2)]],
    ['nothing twice', [mention(3)], [mention(3, { extracto: 'otra cosa' })]],
  ])('is told %s', async (_, before, now) => {
    const { tells } = show();
    tells(...before);
    tells(...now);
    await act(async () => undefined);
    expect(screen.queryByText(/le mencionó en una nota/)).toBeNull();
  });
});
