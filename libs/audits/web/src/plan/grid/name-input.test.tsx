import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NameInput } from './name-input.tsx';

const onCommit = vi.fn();
const onCancel = vi.fn();
const onLines = vi.fn();
const onTreePaste = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  render(
    <MantineProvider>
      <div onPaste={onTreePaste}>
        <NameInput
          initial="Compras"
          label="Nombre"
          emptyFault="Falta el nombre"
          onCommit={onCommit}
          onCancel={onCancel}
          onLines={onLines}
        />
      </div>
      <div role="treeitem" aria-selected={false} tabIndex={-1}>
        Pagos
      </div>
      <div role="menu" aria-label="Agregar">
        <button type="button" role="menuitem">
          Riesgo
        </button>
      </div>
      <button type="button">Deshacer</button>
    </MantineProvider>,
  );
});

const field = () => screen.getByRole('textbox', { name: 'Nombre' });

describe('the field in which a name is written', () => {
  it('keeps the keys from the menu that led to it', async () => {
    expect(field()).toHaveFocus();
    await act(async () => screen.getByRole('menuitem').focus());
    expect(field()).toHaveFocus();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('is left for whatever else is gone to', () => {
    act(() => screen.getByRole('button', { name: 'Deshacer' }).focus());
    expect(field()).not.toHaveFocus();
    expect(onCancel).toHaveBeenCalledExactlyOnceWith('blur', false);
    expect(onCommit).not.toHaveBeenCalled();
  });

  it('says why an empty text is refused by Enter, and stays; left, it is given up', async () => {
    const user = userEvent.setup();
    await user.clear(field());
    await user.keyboard('  {Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Falta el nombre');
    expect(field()).toHaveFocus();
    act(() => screen.getByRole('button', { name: 'Deshacer' }).focus());
    expect(onCancel).toHaveBeenCalledExactlyOnceWith('blur', true);
    expect(onCommit).not.toHaveBeenCalled();
  });

  it('takes what is pasted for itself: several lines, or a part of the name', () => {
    const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } });
    paste('Caja\n\tFaltante');
    expect(onLines).toHaveBeenCalledExactlyOnceWith(['Caja', '\tFaltante']);
    paste('Caja');
    expect(onLines).toHaveBeenCalledOnce();
    expect(onTreePaste).not.toHaveBeenCalled();
  });

  it('keeps a text that is refused', async () => {
    onCommit.mockReturnValue(false);
    const user = userEvent.setup();
    await user.clear(field());
    await user.keyboard('Pagos{Enter}');
    expect(onCommit).toHaveBeenCalledExactlyOnceWith('Pagos', 'key');
    expect(field()).toHaveValue('Pagos');
  });

  it('is given up after a press on another row, not before its click', async () => {
    const row = screen.getByRole('treeitem');
    fireEvent.pointerDown(row);
    act(() => row.focus());
    expect(onCancel).not.toHaveBeenCalled();
    fireEvent.pointerUp(row);
    fireEvent.click(row);
    await vi.waitFor(() => expect(onCancel).toHaveBeenCalledExactlyOnceWith('blur', false));
  });
});
