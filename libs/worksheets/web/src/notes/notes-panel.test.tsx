import type { PermissionKey } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
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
    expect(head.getByText('02-03-2026')).toBeInTheDocument();
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

  it('are answered with or without words', async () => {
    const user = userEvent.setup();
    const { feed, acts } = show(step);
    act(() => feed.tells(row(1), row(2)));
    await user.click(button('Nota 1', 'Responder'));
    const field = within(card('Nota 1')).getByRole('textbox', { name: 'Qué se hizo (opcional)' });
    expect(field).toHaveFocus();
    await user.click(button('Nota 1', 'Responder'));
    await user.click(button('Nota 2', 'Responder'));
    await user.type(screen.getByRole('textbox', { name: 'Qué se hizo (opcional)' }), 'Adjunta');
    await user.click(button('Nota 2', 'Responder'));
    expect(acts).toMatchObject([
      { kind: 'answer_note', id: step, note: noteId(1), text: null },
      { kind: 'answer_note', id: step, note: noteId(2), text: 'Adjunta' },
    ]);
    expect(within(card('Nota 1')).getByText('Respondida')).toBeInTheDocument();
    expect(within(card('Nota 1')).getByText('respondió')).toBeInTheDocument();
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
    ['writes but is not its author', ['plan.note__add'], ['Comentar']],
    ['reviews', ['plan.note__add', 'plan.mark_reviewed'], ['Comentar', 'Cerrar', 'Reabrir']],
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
    await user.click(button('Nota 1', 'Comentar'));
    await user.type(screen.getByRole('textbox', { name: 'Escriba un comentario' }), 'Medio');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Escriba un comentario' })).toBeNull();
    await user.click(button('Nota 1', 'Comentar'));
    expect(screen.getByRole('textbox', { name: 'Escriba un comentario' })).toHaveValue('Medio');
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

  it('leave out what is on a deleted item', () => {
    const { feed, session } = show(null);
    act(() => feed.tells(row(1), row(2, { modelo_id: risk })));
    act(() => session.deleted(step));
    expect(screen.queryByText('Nota 1')).toBeNull();
    expect(screen.getByText('Nota 2')).toBeInTheDocument();
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
