import '@testing-library/jest-dom/vitest';
import type { ItemId } from '@cotejo/audits-contracts';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { PlacePicker } from './place-picker.tsx';
import type { Place } from './places.ts';

const place = (parent: string | null, ...path: string[]): Place => ({
  parent: parent as ItemId | null,
  type: parent === null ? null : 'process',
  path,
  folded: path.join(' ').toLowerCase(),
});
const PLACES = [
  place(null),
  place('a', 'Ejecución'),
  place('b', 'Ejecución', 'Compras'),
  place('c', 'Ejecución', 'Pagos'),
];

function Form({ onSubmit }: { readonly onSubmit: (value: string | null | undefined) => void }) {
  const [value, setValue] = useState<string | null | undefined>(undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(value);
      }}
    >
      <PlacePicker
        label="Mover a"
        places={PLACES}
        refusalOf={({ parent }) => (parent === null ? 'El plan no puede contener riesgos' : null)}
        value={value}
        onChange={(chosen) => setValue(chosen.parent)}
        top="Primer nivel"
      />
      <button type="submit">Mover</button>
    </form>
  );
}

function open() {
  const onSubmit = vi.fn();
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations, auditsTranslations] })} env="test">
      <Form onSubmit={onSubmit} />
    </UiProvider>,
  );
  return onSubmit;
}
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const active = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  return options().find((option) => option.id === id);
};

describe('the place picker', () => {
  it('lists what may be chosen first, and what may not with its reason', () => {
    open();
    expect(options().map((option) => option.textContent)).toEqual([
      'Ejecución',
      'Ejecución › Compras',
      'Ejecución › Pagos',
      'Primer nivelEl plan no puede contener riesgos',
    ]);
    expect(options().at(-1)).toHaveAttribute('aria-disabled', 'true');
  });

  it('is used by keyboard alone: type, walk, Enter to choose, Enter again for the form', async () => {
    const onSubmit = open();
    await userEvent.type(screen.getByRole('combobox'), 'ejec');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(active()).toHaveTextContent('Ejecución › Compras');
    await userEvent.keyboard('{Enter}');
    expect(active()).toHaveAttribute('aria-selected', 'true');
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('b');
  });

  it('does not choose what is refused, by key or by click', async () => {
    const onSubmit = open();
    await userEvent.type(screen.getByRole('combobox'), '{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await userEvent.click(options().at(-1) as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: 'Mover' }));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('says when nothing is found', async () => {
    open();
    await userEvent.type(screen.getByRole('combobox'), 'tesorería');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('Ningún lugar coincide con la búsqueda');
  });
});
