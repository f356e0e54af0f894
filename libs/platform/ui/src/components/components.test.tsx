import '@testing-library/jest-dom/vitest';
import { createI18n, type Language } from '@cotejo/i18n';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/ui-provider.tsx';
import { SidePanel } from '../shell/side-panel.tsx';
import { uiTranslations } from '../translations.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { AvatarStack } from './person-avatar.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { StatusDot } from './status-dot.tsx';
import { notify, ToastHost } from './toasts/toasts.tsx';

const show = (element: ReactElement, language: Language = 'es') =>
  render(
    <UiProvider i18n={createI18n({ language, resources: [uiTranslations] })} env="test">
      {element}
    </UiProvider>,
  );

afterEach(() => vi.restoreAllMocks());

describe('ConnectionBadge', () => {
  it.each([
    ['online', 0, 'En línea · todo guardado'],
    ['saving', 1, 'Guardando un cambio…'],
    ['saving', 3, 'Guardando 3 cambios…'],
    ['offline', 0, 'Sin conexión'],
    ['offline', 1, 'Sin conexión · un cambio sin enviar'],
    ['offline', 1200, 'Sin conexión · 1.200 sin enviar'],
    [
      'busy',
      0,
      'Tiene demasiado abierto a la vez: cierre otras auditorías o pestañas (4429). Se reintenta solo',
    ],
    ['busy', 3, 'Se reintenta solo · 3 sin enviar'],
    ['failed', 1, 'No se pudo guardar'],
  ] as const)('%s with %i unsent: %s', (state, unsent, words) => {
    show(<ConnectionBadge state={state} unsent={unsent} />);
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  it.each([
    ['offline', 'here', 2, 'Sin conexión · 2 sin enviar · guardado en este equipo'],
    ['offline', 'nowhere', 2, 'Sin conexión · 2 sin enviar · no cierre esta página'],
    ['failed', 'here', 1, 'No se pudo guardar · guardado en este equipo'],
    ['offline', 'here', 0, 'Sin conexión'],
    ['saving', 'nowhere', 1, 'Guardando un cambio…'],
  ] as const)('%s, kept %s, with %i unsent: %s', (state, kept, unsent, words) => {
    const { container } = show(<ConnectionBadge state={state} unsent={unsent} kept={kept} />);
    // The second text is for narrow screens.
    expect(container.querySelector('[role="status"] > span')?.textContent).toBe(words);
  });

  it('does not call everything saved while something was refused', () => {
    show(<ConnectionBadge state="online" rejected={2} />);
    expect(screen.getByRole('status')).toHaveTextContent('En línea · 2 cambios rechazados');
    expect(screen.getByRole('status')).not.toHaveTextContent('todo guardado');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leads to what was refused, by mouse and by keyboard', async () => {
    const onRejected = vi.fn();
    show(<ConnectionBadge state="online" rejected={1} onRejected={onRejected} />);
    const words = screen.getByRole('button', { name: 'En línea · un cambio rechazado' });
    await userEvent.click(words);
    words.focus();
    await userEvent.keyboard('{Enter}');
    expect(onRejected).toHaveBeenCalledTimes(2);
  });

  it('is no button while nothing was refused', () => {
    show(<ConnectionBadge state="online" onRejected={vi.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('ProgressBar', () => {
  it('is neutral unless told otherwise', () => {
    const colours = (['neutral', 'high', undefined] as const).map((level) => {
      const { container, unmount } = show(
        <ProgressBar percent={10} label="Avance" {...(level === undefined ? {} : { level })} />,
      );
      const colour = container.querySelector('i')?.style.getPropertyValue('--bar-colour');
      unmount();
      return colour;
    });
    expect(colours).toEqual(['var(--ink-3)', 'var(--risk-high)', 'var(--ink-3)']);
  });

  it('says its figure in the language, and nothing when nothing counts', () => {
    const { rerender } = show(<ProgressBar percent={71.83} label="Avance" decimals={1} />);
    expect(screen.getByRole('progressbar', { name: 'Avance' })).toHaveAttribute('aria-valuenow', '71.83');
    expect(screen.getByText('71,8 %')).toBeInTheDocument();
    rerender(
      <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
        <ProgressBar percent={null} label="Avance" />
      </UiProvider>,
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('StatusDot', () => {
  it.each([
    ['new', 'ring'],
    ['assigned', 'target'],
    ['progress', 'half'],
    ['done', 'disc'],
    ['reviewed', 'check'],
    ['note', 'diamond'],
    ['refused', 'crossed'],
  ] as const)('%s has a shape of its own, and its word', (tone, shape) => {
    const { container } = show(<StatusDot tone={tone} label="Palabra" />);
    expect(screen.getByText('Palabra')).toBeInTheDocument();
    expect(container.querySelector('i')?.dataset['shape']).toBe(shape);
  });
});

describe('AvatarStack', () => {
  it('shows who fits and counts the rest by name', () => {
    const people = ['Ana Ruiz', 'Luis Gil', 'Eva Paz'].map((name) => ({
      id: name,
      name,
      initials: name.slice(0, 2),
    }));
    show(<AvatarStack people={people} max={2} label="Aquí" />);
    expect(screen.getByRole('img', { name: 'Ana Ruiz' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Y 2 personas más: Luis Gil, Eva Paz' })).toHaveTextContent('+2');
  });
});

describe('ConfirmDialog', () => {
  const dialog = (onConfirm: () => Promise<void>, onClose: () => void) => (
    <ConfirmDialog
      opened
      title="Eliminar"
      question="¿Eliminar R-002?"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );

  it('runs the right button and closes when it succeeded', async () => {
    const onConfirm = vi.fn(() => Promise.resolve());
    const onClose = vi.fn();
    show(dialog(onConfirm, onClose));
    await userEvent.click(screen.getByRole('button', { name: 'Sí, Eliminar' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('stays and says why when it failed', async () => {
    const onClose = vi.fn();
    show(dialog(() => Promise.reject(new Error('Ya fue cerrado')), onClose));
    await userEvent.click(screen.getByRole('button', { name: 'Sí, Eliminar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Ya fue cerrado');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('does nothing by the left button', async () => {
    const onConfirm = vi.fn(() => Promise.resolve());
    const onClose = vi.fn();
    show(dialog(onConfirm, onClose));
    await userEvent.click(screen.getByRole('button', { name: 'No, Eliminar' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe('ConfirmDialog with two ways to agree', () => {
  it('runs the one that was chosen, and the right one not at all when there is nothing to agree to', async () => {
    const everywhere = vi.fn();
    const here = vi.fn();
    const dialog = (rightDisabled: boolean) => (
      <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
        <ConfirmDialog
          opened
          title="Eliminar"
          question="¿Dónde?"
          right="En todos (2)"
          middle={{ label: 'Solo aquí', onConfirm: here }}
          rightDisabled={rightDisabled}
          onConfirm={everywhere}
          onClose={() => undefined}
        />
      </UiProvider>
    );
    const { rerender } = render(dialog(false));
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '',
      'No, Eliminar',
      'Solo aquí',
      'En todos (2)',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Solo aquí' }));
    expect([here.mock.calls.length, everywhere.mock.calls.length]).toEqual([1, 0]);
    await userEvent.click(screen.getByRole('button', { name: 'En todos (2)' }));
    expect(everywhere).toHaveBeenCalledOnce();
    rerender(dialog(true));
    expect(screen.getByRole('button', { name: 'En todos (2)' })).toBeDisabled();
  });
});

describe('a toast of the same id', () => {
  it('takes the place of the one on screen', async () => {
    show(<ToastHost />);
    act(() => notify.info('Uno', { id: 'same' }));
    await screen.findByText('Uno');
    act(() => notify.warning('Dos', { id: 'same' }));
    await screen.findByText('Dos');
    expect(screen.queryByText('Uno')).toBeNull();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    act(() => notify.dismiss('same'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('a toast', () => {
  it('is closed by a button in the language of the product', async () => {
    show(<ToastHost />);
    act(() => notify.info('Guardado'));
    const close = await screen.findByRole('button', { name: 'Cerrar' });
    await userEvent.click(close);
    expect(close.closest('.Toastify__toast')).toHaveAttribute('data-in', 'false');
  });
});

describe('a toast with a way back', () => {
  it('runs it once and goes', async () => {
    const undo = vi.fn();
    show(<ToastHost />);
    act(() => notify.info('Eliminado', { action: { label: 'Deshacer', run: undo } }));
    const button = await screen.findByRole('button', { name: 'Deshacer' });
    await userEvent.click(button);
    expect(button.closest('.Toastify__toast')).toHaveAttribute('data-in', 'false');
    await userEvent.click(button);
    expect(undo).toHaveBeenCalledOnce();
  });
});

describe('ErrorBoundary', () => {
  it('says that an error happened, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const Part = () => {
      if (broken) throw new Error('crash');
      return <p>vivo</p>;
    };
    show(
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Ha ocurrido un error');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(screen.getByText('vivo')).toBeInTheDocument();
  });
});

describe('SidePanel', () => {
  it('takes the focus, closes by Esc and gives the focus back', async () => {
    const onClose = vi.fn();
    const panel = (opened: boolean) => (
      <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
        <button type="button">fuera</button>
        <SidePanel opened={opened} title="R-002" onClose={onClose}>
          <input aria-label="causa" />
        </SidePanel>
      </UiProvider>
    );
    const { rerender } = render(panel(false));
    screen.getByText('fuera').focus();
    rerender(panel(true));
    expect(screen.getByRole('dialog', { name: 'R-002' })).toHaveFocus();
    await userEvent.type(screen.getByLabelText('causa'), '{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    rerender(panel(false));
    expect(screen.getByText('fuera')).toHaveFocus();
  });
});
