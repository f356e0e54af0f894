import type { PermissionKey } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ana, noteId, phase, risk, row, showNotes as show, step } from './notes.fixture.tsx';
import { AUDIT } from '../mentions/mention.fixture.ts';

const card = (text: string) => screen.getByText(text).closest('li')!;
const button = (text: string, name: string) => within(card(text)).getByRole('button', { name });
const badge = (id: ItemId) => screen.getByTestId(`row ${id}`);

describe('the notes of an item', () => {
  it('come by the feed and show who, when and in which state', () => {
    const { feed } = show(step);
    expect(feed.followed).toEqual(['review-notes', AUDIT, -1]);
    expect(screen.getByText('No hay notas de revisión')).toBeInTheDocument();
    act(() => feed.tells(row(1), row(2, { modelo_id: risk })));
    expect(screen.getByText('Nota 1')).toBeInTheDocument();
    expect(screen.queryByText('Nota 2')).not.toBeInTheDocument();
    const head = within(card('Nota 1'));
    expect(head.getByText('Luis Paz')).toBeInTheDocument();
    expect(head.getByText('02-03-2026 10:00')).toBeInTheDocument();
    expect(head.getByText('Abierta')).toBeInTheDocument();
  });

  it('show at once what is written, once, and keep it until the feed has it', async () => {
    const user = userEvent.setup();
    const { session, feed, acts } = show(step);
    const field = screen.getByRole('textbox', { name: 'Escriba una nota de revisión' });
    expect(screen.getByRole('button', { name: 'Agregar nota' })).toBeDisabled();
    await user.type(field, '  Falta el acta  ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(acts).toMatchObject([{ kind: 'add_note', id: step, text: 'Falta el acta' }]);
    expect(field).toHaveValue('');
    expect(within(card('Falta el acta')).getByRole('img', { name: 'Aún sin enviar' })).toBeInTheDocument();

    act(() => session.settles(7));
    await waitFor(() =>
      expect(within(card('Falta el acta')).queryByRole('img', { name: 'Aún sin enviar' })).toBeNull(),
    );
    const [added] = acts;
    act(() => feed.tells(row(7, { id: added!.note, descripcion: 'Falta el acta', created_by: ana })));
    expect(screen.getAllByText('Falta el acta')).toHaveLength(1);
  });

  it('are answered with or without words; a choice says whether that settles them', async () => {
    const user = userEvent.setup();
    const { feed, acts } = show(step);
    act(() => feed.tells(row(1), row(2), row(3)));
    await user.click(button('Nota 1', 'Responder'));
    const field = within(card('Nota 1')).getByRole('textbox', { name: 'Qué se hizo (opcional)' });
    expect(field).toHaveFocus();
    await user.click(button('Nota 1', 'Responder'));
    await user.click(button('Nota 2', 'Responder'));
    await user.type(screen.getByRole('textbox', { name: 'Qué se hizo (opcional)' }), 'Adjunta');
    await user.click(button('Nota 2', 'Responder'));
    await user.click(button('Nota 3', 'Responder'));
    await user.click(screen.getByRole('checkbox', { name: 'Dejarla como respondida' }));
    expect(button('Nota 3', 'Responder')).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Escriba su respuesta' }), '¿De qué mes?');
    await user.click(button('Nota 3', 'Responder'));
    expect(acts).toMatchObject([
      { kind: 'answer_note', id: step, note: noteId(1), text: null },
      { kind: 'answer_note', id: step, note: noteId(2), text: 'Adjunta' },
      { kind: 'reply_note', id: step, note: noteId(3), text: '¿De qué mes?' },
    ]);
    expect(within(card('Nota 1')).getByText('Respondida')).toBeInTheDocument();
    expect(within(card('Nota 1')).getByText('la dejó como respondida')).toBeInTheDocument();
    expect(within(card('Nota 3')).getByText('Abierta')).toBeInTheDocument();
  });

  it('on a phone have one place to write: that of a new note waits for the end of an answer', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('max-width') ? { ...wide(query), matches: true } : wide(query),
    );
    const user = userEvent.setup();
    const { feed } = show(step);
    act(() => feed.tells(row(1)));
    await user.type(screen.getByRole('textbox'), 'Falta');
    await user.click(button('Nota 1', 'Responder'));
    expect(screen.getAllByRole('textbox')).toEqual([within(card('Nota 1')).getByRole('textbox')]);
    await user.click(button('Nota 1', 'Cancelar'));
    expect(screen.getByRole('textbox')).toHaveValue('Falta');
    vi.stubGlobal('matchMedia', wide);
  });

  it('are not settled by their own author, unless they say so', async () => {
    const user = userEvent.setup();
    const { feed, acts } = show(step);
    act(() => feed.tells(row(1, { created_by: ana })));
    await user.click(button('Nota 1', 'Responder'));
    expect(screen.getByRole('checkbox', { name: 'Dejarla como respondida' })).not.toBeChecked();
    await user.type(screen.getByRole('textbox', { name: 'Escriba su respuesta' }), 'Es de marzo');
    await user.click(button('Nota 1', 'Responder'));
    expect(acts).toMatchObject([{ kind: 'reply_note', text: 'Es de marzo' }]);
  });

  it('have the focus where one is written, and a draft that outlives the page', async () => {
    const user = userEvent.setup();
    show(step, ['plan.note__add'], 'scope');
    const field = () => screen.getByRole('textbox', { name: 'Escriba una nota de revisión' });
    expect(field()).toHaveFocus();
    await user.type(field(), 'A medias');
    const kept = Object.keys(localStorage).filter((key) => key.includes(`note:${step}/scope`));
    expect(kept.map((key) => localStorage.getItem(key))).toEqual(['{"text":"A medias"}']);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(kept.map((key) => localStorage.getItem(key))).toEqual([null]);
  });

  it('are closed at once and reopened with a reason, by their author', async () => {
    const user = userEvent.setup();
    const { feed, acts } = show(step);
    act(() => feed.tells(row(1, { created_by: ana, status: 'RESPONDIDA' })));
    await user.click(button('Nota 1', 'Cerrar'));
    expect(within(card('Nota 1')).getByText('Cerrada')).toBeInTheDocument();
    await user.click(button('Nota 1', 'Reabrir'));
    expect(button('Nota 1', 'Reabrir')).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Motivo de la reapertura' }), 'Es de otro mes');
    await user.click(button('Nota 1', 'Reabrir'));
    expect(acts.map(({ kind }) => kind)).toEqual(['close_note', 'reopen_note']);
    expect(within(card('Nota 1')).getByText('Abierta')).toBeInTheDocument();
    expect(within(card('Nota 1')).getByText('Es de otro mes')).toBeInTheDocument();
  });

  it.each<[string, readonly PermissionKey[], readonly string[]]>([
    ['writes but is not its author', ['plan.note__add'], ['Responder']],
    ['reviews', ['plan.note__add', 'plan.mark_reviewed'], ['Responder', 'Cerrar', 'Reabrir']],
    ['only reads', [], []],
  ])('offer what may be done to who %s', (_, keys, offered) => {
    const { feed } = show(step, keys);
    act(() => feed.tells(row(1, { status: 'RESPONDIDA' })));
    const buttons = within(card('Nota 1')).queryAllByRole('button');
    expect(buttons.map((one) => one.textContent)).toEqual(offered);
    expect(screen.queryByRole('textbox', { name: 'Escriba una nota de revisión' }) !== null).toBe(
      keys.length > 0,
    );
  });

  it('Esc leaves what is being written and not the panel; it is there again later', async () => {
    const user = userEvent.setup();
    const { feed } = show(step);
    act(() => feed.tells(row(1)));
    const answer = { name: 'Qué se hizo (opcional)' };
    await user.click(button('Nota 1', 'Responder'));
    await user.type(screen.getByRole('textbox', answer), 'Medio');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', answer)).toBeNull();
    await user.click(button('Nota 1', 'Responder'));
    expect(screen.getByRole('textbox', answer)).toHaveValue('Medio');
  });

  it('say where words were removed', () => {
    const { feed } = show(step);
    act(() => feed.tells(row(1, { descripcion: null })));
    expect(screen.getByText('Texto suprimido')).toBeInTheDocument();
  });
});

describe('the notes of the audit', () => {
  it('stand by item in the order of the tree, without those that are closed', async () => {
    const user = userEvent.setup();
    const { feed, revealed } = show(null);
    act(() =>
      feed.tells(
        row(1, { modelo_id: step }),
        row(2, { modelo_id: risk }),
        row(3, { modelo_id: risk, status: 'CERRADA' }),
        row(4, { modelo_id: phase, status: 'RESPONDIDA' }),
      ),
    );
    const titles = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
    expect(titles()).toEqual(['Ejecución', 'Pagos duplicados', 'Ejecución – Conciliar pagos']);
    expect(screen.queryByText('Nota 3')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Pagos duplicados' }));
    expect(revealed).toEqual([risk]);
    expect(screen.getByText('Nota 3')).toBeInTheDocument();
    expect(screen.queryByText('Nota 1')).toBeNull();
  });

  it('offer those of the selected item, where a note can be written', async () => {
    const user = userEvent.setup();
    show(null, ['plan.note__add'], null, { selected: step });
    await user.click(screen.getByRole('radio', { name: 'Este elemento' }));
    expect(screen.getByRole('textbox', { name: 'Escriba una nota de revisión' })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Toda la auditoría' }));
    expect(screen.getByRole('radio', { name: 'Este elemento' })).toBeInTheDocument();
  });

  it('leave out what is on a deleted item', () => {
    const { feed, session } = show(null);
    act(() => feed.tells(row(1), row(2, { modelo_id: risk })));
    act(() => session.deleted(step));
    expect(screen.queryByText('Nota 1')).toBeNull();
    expect(screen.getByText('Nota 2')).toBeInTheDocument();
  });

  it('are searched in their words and answers, and ordered, over their items', async () => {
    const user = userEvent.setup();
    const { feed } = show(null);
    const at = (day: number) => `2026-03-0${day}T15:00:00.000Z`;
    act(() =>
      feed.tells(
        row(1, { momento: at(4) }),
        row(2, { momento: at(2), modelo_id: risk }),
        row(3, { momento: at(3), descripcion: 'Falta el acta de cierre' }),
        row(4, { momento: at(1), modelo_id: risk }),
      ),
    );
    const order = () =>
      screen
        .getAllByText(/^(Nota \d|Falta el acta de cierre)$/)
        .map(({ textContent }) => (textContent?.startsWith('Falta') ? '3' : textContent?.slice(-1)))
        .join('');
    await user.click(screen.getByRole('button', { name: 'Ordenar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Fecha' }));
    expect(order()).toBe('4231');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar en las notas' }), 'ACTA cierre');
    await waitFor(() => expect(order()).toBe('3'));
  });

  it('can be filtered: by state, by author, to the own ones', async () => {
    const user = userEvent.setup();
    const { feed } = show(null);
    act(() => feed.tells(row(1), row(2, { created_by: ana }), row(3, { status: 'CERRADA' })));
    const choose = async (label: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(screen.getByRole('option', { name: option, hidden: true }));
    };
    const seen = () => [1, 2, 3].filter((n) => screen.queryByText(`Nota ${n}`) !== null);
    await choose('Autor', 'Mis notas');
    expect(seen()).toEqual([2]);
    await choose('Autor', 'Luis Paz');
    expect(seen()).toEqual([1]);
    await choose('Estado', 'Todas');
    expect(seen()).toEqual([1, 3]);
    await choose('Estado', 'Respondidas');
    expect(screen.getByText('Ninguna nota coincide con los filtros')).toBeInTheDocument();
  });

  it('offer no place to write: a note is on an item', () => {
    show(null);
    expect(screen.queryByRole('textbox', { name: 'Escriba una nota de revisión' })).toBeNull();
  });
});

describe('the mark on a row', () => {
  it('counts what is not closed, and is gone with the last', async () => {
    const { feed, session } = show(null);
    expect(badge(step)).toBeEmptyDOMElement();
    act(() => feed.tells(row(1), row(2, { status: 'RESPONDIDA' }), row(3, { status: 'CERRADA' })));
    const mark = () => within(badge(step)).getByRole('button');
    expect(mark()).toHaveTextContent('2');
    expect(mark()).toHaveAccessibleName('2 notas de revisión sin cerrar');
    expect(badge(risk)).toBeEmptyDOMElement();

    act(() => session.does({ kind: 'add_note', id: step, note: noteId(9), text: 'mía' }));
    await waitFor(() => expect(mark()).toHaveTextContent('3'));
    act(() => feed.tells(row(1, { status: 'CERRADA' }), row(2, { status: 'CERRADA' })));
    expect(mark()).toHaveAccessibleName('Una nota de revisión sin cerrar');
  });

  it('opens the notes of its item', async () => {
    const user = userEvent.setup();
    const { feed } = show(null);
    act(() => feed.tells(row(1), row(2, { modelo_id: risk })));
    await user.click(within(badge(risk)).getByRole('button'));
    expect(screen.queryByText('Nota 1')).toBeNull();
    expect(screen.getByText('Nota 2')).toBeInTheDocument();
  });
});

describe('the feed', () => {
  it('that begins anew brings everything again', () => {
    const { feed } = show(step);
    act(() => feed.tells(row(1)));
    act(() => feed.handlers?.onReset?.());
    expect(screen.queryByText('Nota 1')).toBeNull();
    act(() => feed.tells(row(2)));
    expect(screen.getByText('Nota 2')).toBeInTheDocument();
  });

  it('that is cut off leaves what was known, also that there is nothing', () => {
    const { feed } = show(step);
    act(() => feed.handlers?.onState?.('waiting'));
    expect(screen.getByText('No hay notas de revisión')).toBeInTheDocument();
  });

  it('that is refused says so', () => {
    const { feed } = show(step);
    act(() => feed.handlers?.onState?.('refused', 'access_not_authorized'));
    expect(
      screen.getByText('No tiene permiso para ver las notas de revisión de esta auditoría.'),
    ).toBeInTheDocument();
  });
});
