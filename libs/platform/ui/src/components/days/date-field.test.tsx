import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { Select } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../../provider/ui-provider.tsx';
import { uiTranslations } from '../../translations.ts';
import { DateField, readDay } from './date-field.tsx';

describe('a day as people type it', () => {
  it.each([
    ['05/12/2026', '2026-12-05'],
    ['5/1/2026', '2026-01-05'],
    ['5/1/26', '2026-01-05'],
    ['31-12-2026', '2026-12-31'],
    ['2026-12-05', '2026-12-05'],
    ['31/02/2026', null],
    ['12/31/2026', null],
    ['mañana', null],
    ['', null],
  ])('%s → %s', (text, day) => expect(readDay(text)).toBe(day));
});

/** Days that the field has told. */
let told: string[] = [];

function Fields() {
  const [day, setDay] = useState('');
  return (
    <>
      <DateField
        label="Fin"
        value={day}
        onChange={(next) => {
          told.push(next);
          setDay(next);
        }}
      />
      <Select label="Actividad" data={['Planeación', 'Informe']} searchable />
    </>
  );
}

describe('a field that takes the focus', () => {
  const show = () =>
    render(
      <UiProvider i18n={createI18n({ language: 'es', resources: [uiTranslations] })} env="test">
        <Fields />
      </UiProvider>,
    );
  const calendar = () => document.querySelector('[data-dates-dropdown]');

  it('shows its calendar by a click or the arrow down, and not before', async () => {
    const user = userEvent.setup();
    show();
    await user.tab();
    const field = screen.getByRole('textbox', { name: 'Fin' });
    expect(field).toHaveFocus();
    expect(calendar()).not.toBeInTheDocument();
    await user.keyboard('{ArrowDown}');
    await expect.poll(calendar).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await expect.poll(calendar).not.toBeInTheDocument();
    await user.click(field);
    await expect.poll(calendar).toBeInTheDocument();
    await user.keyboard('05/12/2026{Tab}');
    expect(field).toHaveValue('05/12/2026');
    await expect.poll(calendar).not.toBeInTheDocument();
  });

  it.each([
    ['05/12/2026', '2026-12-05'],
    ['5/12/26', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
  ])('takes %s as one day, however its beginning reads', async (text, day) => {
    const user = userEvent.setup();
    told = [];
    show();
    await user.tab();
    await user.keyboard(`${text}{Tab}`);
    expect(told).toEqual([day]);
    expect(screen.getByRole('textbox', { name: 'Fin' })).toHaveValue('05/12/2026');
  });

  it('is emptied by deleting its text or by its button; a text deleted to type another day is one change', async () => {
    const user = userEvent.setup();
    told = [];
    show();
    const field = screen.getByRole('textbox', { name: 'Fin' });
    await user.type(field, '05/12/2026{Tab}');
    await user.clear(field);
    await user.type(field, '06/12/2026{Tab}');
    await user.clear(field);
    await user.tab();
    expect(field).toHaveValue('');
    await user.type(field, '07/12/2026{Tab}');
    await user.click(screen.getByRole('button', { name: 'Quitar la fecha' }));
    expect(field).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Quitar la fecha' })).toBeNull();
    expect(told).toEqual(['2026-12-05', '2026-12-06', '', '2026-12-07', '']);
  });

  it('shows its choices once something is typed or it is clicked', async () => {
    const user = userEvent.setup();
    show();
    await user.tab();
    await user.tab();
    expect(screen.getByRole('combobox', { name: 'Actividad' })).toHaveFocus();
    expect(screen.queryByRole('option')).toBeNull();
    await user.keyboard('Inf');
    expect(await screen.findByRole('option', { name: 'Informe' })).toBeInTheDocument();
  });
});
