import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NameInput } from './name-input.tsx';

const onCommit = vi.fn();
const onCancel = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  render(
    <MantineProvider>
      <NameInput initial="" label="Nombre" onCommit={onCommit} onCancel={onCancel} />
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
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onCommit).not.toHaveBeenCalled();
  });
});
