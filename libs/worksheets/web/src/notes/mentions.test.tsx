import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { AUDIT, mention } from '../mentions/mention.fixture.ts';
import { mentionsAtom, soughtNoteAtom } from '../mentions/mentions-atoms.ts';
import { ana, luis, noteId, row, showNotes, step } from './notes.fixture.tsx';

const composer = () => screen.getByRole('textbox', { name: 'Escriba una nota de revisión' });
const LIST = { name: 'Personas de la auditoría' };
const noList = () => expect(screen.queryByRole('listbox', LIST)).toBeNull();
/** The list is positioned a moment after it is rendered. */
const list = () => screen.findByRole('listbox', LIST);
const toLuis = `@[${luis.id}]`;
const toAna = `@[${ana.id}]`;

describe('a person is named', () => {
  it('by keys: offered after @, kept by id, shown by name', async () => {
    const user = userEvent.setup();
    const { acts } = showNotes(step);
    noList();
    await user.type(composer(), 'Pregunte a @lu');
    const option = within(await list()).getByRole('option', { name: 'Luis Paz' });
    expect(option).toHaveAttribute('aria-selected', 'true');
    expect(composer()).toHaveAttribute('aria-activedescendant', option.id);
    expect(composer()).toHaveAttribute('aria-controls', (await list()).id);
    await user.keyboard('{Enter}');
    expect(composer()).toHaveValue('Pregunte a @Luis Paz ');
    noList();
    await user.type(composer(), 'hoy{Control>}{Enter}{/Control}');
    expect(acts).toMatchObject([{ kind: 'add_note', text: `Pregunte a ${toLuis} hoy` }]);
    const card = within(screen.getByRole('list', { name: 'Ejecución – Conciliar pagos' }));
    expect(card.getByText('@Luis Paz')).toBeInTheDocument();
  });

  it('by the pointer, in the middle of a text', async () => {
    const user = userEvent.setup();
    showNotes(step);
    await user.type(composer(), 'Falta @ el acta', { initialSelectionStart: 0 });
    await user.keyboard('{ArrowLeft>8/}');
    await user.click(within(await list()).getByRole('option', { name: 'Luis Paz' }));
    expect(composer()).toHaveValue('Falta @Luis Paz el acta');
    expect(composer()).toHaveFocus();
  });

  it('unless Esc leaves the words as they are: the panel stays', async () => {
    const user = userEvent.setup();
    const { acts } = showNotes(step);
    await user.type(composer(), '@lu{Escape}');
    noList();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(acts).toMatchObject([{ text: '@lu' }]);
  });

  it('and nobody is offered who is not there, nor oneself', async () => {
    const user = userEvent.setup();
    showNotes(step);
    await user.type(composer(), '@');
    const offered = within(await list()).getAllByRole('option');
    expect(offered).toHaveLength(1);
    expect(offered[0]).toHaveAccessibleName('Luis Paz');
    await user.type(composer(), 'zoe');
    noList();
  });

  it('in a reply, too', async () => {
    const user = userEvent.setup();
    const { feed, acts } = showNotes(step);
    act(() => feed.tells(row(1)));
    await user.click(screen.getByRole('button', { name: 'Responder' }));
    await user.type(screen.getByRole('textbox', { name: 'Qué se hizo (opcional)' }), '@Luis{Tab}gracias');
    await user.click(screen.getByRole('button', { name: 'Responder' }));
    expect(acts).toMatchObject([{ kind: 'answer_note', text: `${toLuis} gracias` }]);
  });

  it('whose name nobody knows any more is still somebody', () => {
    const { feed } = showNotes(step);
    act(() => feed.tells(row(1, { descripcion: 'vea @[00000002-0000-4000-8000-000000000099]' })));
    expect(screen.getByText('@persona desconocida')).toBeInTheDocument();
  });
});

describe('whoever is named', () => {
  it('is shown the note to which a mention leads, and has seen it by that', async () => {
    const list = { menciones: [mention(4)], sin_leer: 1 };
    const read = vi.fn(async (_path: string, _body: unknown) => ({ menciones: [], sin_leer: 0 }));
    const store = createStore();
    store.set(mentionsAtom, list);
    store.set(soughtNoteAtom, noteId(4));
    const { feed, revealed } = showNotes(step, undefined, null, { store, api: { post: read } });
    act(() => feed.tells(row(3), row(4, { descripcion: `${toAna} mire` })));
    expect(screen.getByText('@Ana Ruiz').closest('li')).toHaveAttribute('data-fresh');
    expect(screen.getByText('@Ana Ruiz').closest('li')).toHaveFocus();
    expect(revealed).toEqual([step]);
    expect(screen.getByText('Nota 3').closest('li')).not.toHaveAttribute('data-fresh');
    await waitFor(() => expect(store.get(mentionsAtom)?.sin_leer).toBe(0));
    expect(read.mock.calls.map(([, body]) => body)).toEqual([
      { menciones: [{ auditoria: AUDIT, id: noteId(4) }] },
    ]);
  });

  it('finds the notes that name them, and sees which rows have any', async () => {
    const user = userEvent.setup();
    const { feed } = showNotes(null);
    act(() => feed.tells(row(1, { descripcion: `${toAna} una` }), row(2), row(3, { descripcion: toLuis })));
    expect(within(screen.getByTestId(`row ${step}`)).getByRole('button')).toHaveAccessibleName(
      '3 notas de revisión sin cerrar; le mencionan',
    );
    await user.click(screen.getByRole('checkbox', { name: 'Me mencionan (1 sin cerrar)' }));
    expect(screen.getByText('@Ana Ruiz')).toBeInTheDocument();
    expect(screen.queryByText('Nota 2')).toBeNull();
    expect(screen.queryByText('@Luis Paz')).toBeNull();
  });
});
