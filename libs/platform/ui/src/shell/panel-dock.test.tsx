import { createI18n } from '@cotejo/i18n';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/ui-provider.tsx';
import { uiTranslations } from '../translations.ts';
import { PanelDock, type DockTab } from './panel-dock.tsx';
import { SidePanel } from './side-panel.tsx';
import { clampWidth, PANEL_WIDTH, usePanelSize } from './use-panel-size.ts';

const user = userEvent.setup();
const tab = (id: string, isFront: boolean): DockTab => ({
  id,
  label: id,
  title: `${id} en todas sus letras`,
  isFront,
  people: [],
});
const onFront = vi.fn();
const onClose = vi.fn();
const onCloseAll = vi.fn();

function Page() {
  const size = usePanelSize();
  return (
    <PanelDock
      tabs={[tab('R-001', true), tab('C-001', false)]}
      size={size}
      onFront={onFront}
      onCloseAll={onCloseAll}
    >
      <SidePanel opened title="R-001" onClose={() => onClose('R-001')}>
        contenido
      </SidePanel>
    </PanelDock>
  );
}
const open = () =>
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      <Page />
    </UiProvider>,
  );
const border = () => screen.getByRole('separator', { name: 'Ancho del panel' });

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

describe('the dock', () => {
  it('shows those behind on its edge, to be brought to the front or closed all at once', async () => {
    open();
    expect(screen.queryByRole('button', { name: /Traer al frente: R-001/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Traer al frente: C-001 en todas sus letras' }));
    expect(onFront).toHaveBeenCalledWith('C-001');
    // Only its own header closes one panel.
    expect(screen.getAllByRole('button', { name: 'Cerrar' })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cerrar todas las hojas' }));
    expect(onCloseAll).toHaveBeenCalledOnce();
  });

  it('is made wider by the keyboard, within bounds, and stays so', async () => {
    const { unmount } = open();
    border().focus();
    await user.keyboard('{ArrowLeft}');
    expect(border()).toHaveAttribute('aria-valuenow', String(PANEL_WIDTH.first + 32));
    await user.keyboard('{ArrowRight>40/}');
    expect(border()).toHaveAttribute('aria-valuenow', String(PANEL_WIDTH.least));
    unmount();
    open();
    expect(border()).toHaveAttribute('aria-valuenow', String(PANEL_WIDTH.least));
    border().focus();
    await user.keyboard('{Home}');
    expect(border()).toHaveAttribute('aria-valuenow', String(PANEL_WIDTH.first));
  });

  it('fills the page and comes back', async () => {
    open();
    const whole = screen.getByRole('button', { name: 'Ocupar toda la página' });
    await user.click(whole);
    expect(whole).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('separator')).toBeNull();
    await user.click(whole);
    expect(border()).toBeInTheDocument();
  });
});

describe('the width', () => {
  it.each([
    [0, PANEL_WIDTH.least],
    [640.4, 640],
    [9_999, PANEL_WIDTH.most],
  ])('of %s is %s', (asked, given) => {
    expect(clampWidth(asked)).toBe(given);
  });

  it('that was written by something else is the first one', () => {
    localStorage.setItem('cotejo.panel-width', 'ancho');
    open();
    expect(border()).toHaveAttribute('aria-valuenow', String(PANEL_WIDTH.first));
  });
});
