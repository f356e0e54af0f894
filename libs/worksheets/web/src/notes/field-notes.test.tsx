import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { itemOf, OpenWorksheet } from '../host/open-worksheet.fixture.tsx';
import { NoteHere } from './note-here.tsx';
import { NotesFollower } from './notes-follower.tsx';
import { FakeFeed, FakeSession, Around, ana, risk, row, showNotes, step } from './notes.fixture.tsx';

const SCOPE = { modelo_id: step, campo: 'objective' };
const card = (text: string) => within(screen.getByText(text).closest('li')!);
const composer = () => screen.getByRole('textbox', { name: 'Escriba una nota de revisión' });

describe('the notes of a field', () => {
  it('are shown alone, and what is written there is about it', async () => {
    const user = userEvent.setup();
    const { feed, acts } = showNotes(step, ['plan.note__add'], 'objective');
    act(() => feed.tells(row(1, SCOPE), row(2), row(3, { campo: 'conclusion' })));
    expect([1, 2, 3].map((n) => screen.queryByText(`Nota ${n}`) !== null)).toEqual([true, false, false]);
    await user.type(composer(), 'Más claro');
    await user.click(screen.getByRole('button', { name: 'Agregar nota' }));
    expect(acts).toMatchObject([{ kind: 'add_note', id: step, field: 'objective', text: 'Más claro' }]);
    expect(card('Más claro').getByText('Objetivo')).toBeInTheDocument();
  });

  it('give way to those of the whole worksheet', async () => {
    const user = userEvent.setup();
    const { feed, acts } = showNotes(step, ['plan.note__add'], 'objective');
    act(() => feed.tells(row(1, SCOPE), row(2)));
    expect(screen.getByText('Sobre: Objetivo')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Escribir sobre la hoja completa' }));
    expect(screen.getByText('Nota 2')).toBeInTheDocument();
    await user.type(composer(), 'Todo{Control>}{Enter}{/Control}');
    expect(acts).toMatchObject([{ field: null, text: 'Todo' }]);
  });

  it('are chosen among the fields that have any', async () => {
    const user = userEvent.setup();
    const { feed } = showNotes(step);
    expect(screen.queryByRole('combobox', { name: 'Campo' })).toBeNull();
    act(() => feed.tells(row(1, SCOPE), row(2), row(3, { campo: 'v:budgetedMinutes' })));
    await user.click(screen.getByRole('combobox', { name: 'Campo' }));
    const offered = screen.getAllByRole('option', { hidden: true }).map((one) => one.textContent);
    expect(offered).toEqual(expect.arrayContaining(['Objetivo', 'Horas presupuestadas']));
    await user.click(screen.getByRole('option', { name: 'Horas presupuestadas', hidden: true }));
    expect(screen.queryByText('Nota 1')).toBeNull();
    expect(screen.getByText('Nota 3')).toBeInTheDocument();
  });

  it('lead to the field in the tab that holds it', async () => {
    const user = userEvent.setup();
    const { feed, worksheets } = showNotes(null);
    act(() =>
      feed.tells(
        row(1, { campo: 'evidence' }),
        row(2, { modelo_id: risk, campo: 'v:impact', status: 'ABIERTA' }),
      ),
    );
    await user.click(card('Nota 1').getByRole('button', { name: 'Ir al campo Evidencia' }));
    await user.click(card('Nota 2').getByRole('button', { name: 'Ir al campo Impacto' }));
    expect(worksheets).toEqual([
      [step, 'evidencia'],
      [risk, 'calificacion'],
    ]);
  });

  it('never show the key of a field that nobody knows, nor lead to it', () => {
    const { feed } = showNotes(step);
    act(() => feed.tells(row(1, { campo: 'x.old.key' })));
    expect(card('Nota 1').getByText('Otro campo')).toBeInTheDocument();
    expect(card('Nota 1').queryByRole('button', { name: /Ir al campo/ })).toBeNull();
    expect(screen.queryByText(/x\.old\.key/)).toBeNull();
  });
});

describe('a field', () => {
  const own = itemOf(1);
  function show(given: Partial<ConstructorParameters<typeof OpenWorksheet>[0]> = {}) {
    const feed = new FakeFeed();
    const open = new OpenWorksheet({ items: { 1: { type: 'control_test' } }, ...given }).show(
      <Around feed={feed}>
        <NotesFollower auditId="a" session={new FakeSession()} />
        <NoteHere field="scope" label="Alcance" />
      </Around>,
    );
    return { feed, open };
  }
  const at = (field: string, n: number, status: 'ABIERTA' | 'CERRADA' = 'ABIERTA') =>
    row(n, { modelo_id: own, campo: field, status, created_by: ana });

  it('offers a note, and opens its own', async () => {
    const user = userEvent.setup();
    const { open } = show();
    await user.click(screen.getByRole('button', { name: 'Nota aquí: Alcance' }));
    expect(open.notes).toEqual([[own, 'scope']]);
  });

  it('says how many of its notes are not closed, and of no other', () => {
    const { feed } = show();
    act(() => feed.tells(at('scope', 1), at('scope', 2), at('scope', 3, 'CERRADA'), at('conclusion', 4)));
    const mark = screen.getByRole('button', { name: '2 notas sin cerrar en Alcance' });
    expect(mark).toHaveTextContent('2');
    act(() => feed.tells(at('scope', 1, 'CERRADA'), at('scope', 2, 'CERRADA')));
    expect(screen.getByRole('button', { name: '3 notas cerradas en Alcance' })).toHaveTextContent('');
  });

  it.each<[string, Partial<ConstructorParameters<typeof OpenWorksheet>[0]>]>([
    ['without the right', { rights: [] }],
    ['of an audit that is only read', { mode: 'read' }],
  ])('%s offers none, but shows those that there are', (_, given) => {
    const { feed } = show(given);
    expect(screen.queryByRole('button')).toBeNull();
    act(() => feed.tells(at('scope', 1)));
    expect(screen.getByRole('button', { name: 'Una nota sin cerrar en Alcance' })).toBeInTheDocument();
  });
});
