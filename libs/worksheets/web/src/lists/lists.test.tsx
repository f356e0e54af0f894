import type { ItemValues } from '@cotejo/audits-contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { itemOf, OpenWorksheet, type GivenItem } from '../host/open-worksheet.fixture.tsx';
import { DesignCriteria } from './design-criteria.tsx';
import { InstructionList } from './instruction-list.tsx';
import { InspectionGrid, PeriodList } from './period-grid.tsx';
import { QuestionList } from './question-list.tsx';
import { RelatedItems } from './related-list.tsx';
import { RelatedWorksheet } from '../tabs/related-worksheet.tsx';

// The editor has its own tests; these check placement only.
vi.mock('../text/rich-text-field.tsx', () => ({
  RichTextField: ({ field, label }: { readonly field: string; readonly label: string }) => (
    <div data-text={field}>{label}</div>
  ),
}));

const id = (n: number) => `00000003-0000-4000-8000-${String(n).padStart(12, '0')}`;
const placed = (kind: string, ...order: readonly number[]) =>
  Object.fromEntries(order.map((n, at) => [`${kind}.${id(n)}.place`, `a${at}`]));
const sheet = (item: GivenItem, rights?: []) =>
  new OpenWorksheet({ items: { 1: item }, ...(rights && { rights }) });
const step = (...order: readonly number[]) =>
  ({ type: 'step', values: placed('instruction', ...order) }) as const;

/** Ids of the instructions in page order. */
const order = () =>
  [...document.querySelectorAll('[data-text$=".text"]')].map((text) =>
    Number(text.getAttribute('data-text')?.split('.')[1]?.slice(-2)),
  );

describe('the instructions of a worksheet', () => {
  it('begin with an invitation, and are added at the end', () => {
    const open = sheet({ type: 'step' }).show(<InstructionList type="step" />);
    expect(screen.getByText(/Agregue la primera instrucción/)).toBeInTheDocument();
    for (let at = 0; at < 3; at += 1)
      fireEvent.click(screen.getByRole('button', { name: 'Agregar instrucción' }));
    const places = Object.values(open.values(1));
    expect(places).toHaveLength(3);
    expect([...places].map(String).sort((a, b) => (a < b ? -1 : 1))).toEqual(places);
    expect(open.said).toContain('Instrucción agregada');
  });

  it('take the focus when they are added, so that typing neither is lost nor presses the button again', async () => {
    sheet(step(1)).show(<InstructionList type="step" />);
    fireEvent.click(screen.getByRole('button', { name: 'Agregar instrucción' }));
    const added = screen.getByRole('listitem', { name: 'Instrucción 2' });
    expect(added).toHaveFocus();
    const text = document.createElement('div');
    text.setAttribute('role', 'textbox');
    text.tabIndex = 0;
    added.append(text);
    await vi.waitFor(() => expect(text).toHaveFocus());
  });

  it('are moved by their buttons and by Alt with the arrows, each time one intent for the one that moves', () => {
    const open = sheet(step(1, 2, 3)).show(<InstructionList type="step" />);
    fireEvent.click(screen.getByRole('button', { name: 'Subir: Instrucción 3' }));
    expect(order()).toEqual([1, 3, 2]);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Bajar: Instrucción 1' }), {
      key: 'ArrowDown',
      altKey: true,
    });
    expect(order()).toEqual([3, 1, 2]);
    expect(open.acts.map((act) => Object.keys('values' in act ? act.values : {}))).toEqual([
      [`instruction.${id(3)}.place`],
      [`instruction.${id(1)}.place`],
    ]);
    expect(open.said.at(-1)).toBe('Instrucción 1: ahora es la 2 de 3');
    expect(screen.getByRole('button', { name: 'Subir: Instrucción 1' })).toBeDisabled();
  });

  it('are dropped where another one stands', () => {
    sheet(step(1, 2, 3)).show(<InstructionList type="step" />);
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (kind: string, value: string) => data.set(kind, value),
      getData: (kind: string) => data.get(kind) ?? '',
      setDragImage: () => undefined,
      get types() {
        return [...data.keys()];
      },
    };
    const [first, , third] = screen.getAllByRole('listitem');
    const grip = third?.querySelector('[draggable]');
    if (!first || !grip) throw new Error('nothing to drag');
    fireEvent.dragStart(grip, { dataTransfer });
    fireEvent.drop(first, { dataTransfer });
    expect(order()).toEqual([3, 1, 2]);
  });

  it('say what came of them and how it was found', () => {
    const open = sheet(step(1)).show(<InstructionList type="step" />);
    fireEvent.click(screen.getByRole('radio', { name: 'Con excepción' }));
    expect(open.values(1)).toMatchObject({ [`instruction.${id(1)}.option`]: 'exception' });
  });

  it('with an exception offer to raise a finding, as long as the worksheet has none', () => {
    const values = { ...placed('instruction', 1), [`instruction.${id(1)}.option`]: 'exception' };
    const open = sheet({ type: 'control_test', values }).show(<InstructionList type="control_test" />);
    fireEvent.click(screen.getByRole('button', { name: 'Crear hallazgo' }));
    expect(open.raised).toHaveLength(1);
    cleanup();
    new OpenWorksheet({
      items: { 1: { type: 'control_test', values }, 2: { type: 'finding', parent: 1 } },
    }).show(<InstructionList type="control_test" />);
    expect(screen.queryByRole('button', { name: 'Crear hallazgo' })).toBeNull();
  });

  it('go with all that was chosen of them, once that is confirmed', async () => {
    const values = { ...placed('instruction', 1), [`instruction.${id(1)}.option`]: 'conforms' };
    const open = sheet({ type: 'step', values }).show(<InstructionList type="step" />);
    fireEvent.click(screen.getByRole('button', { name: 'Quitar: Instrucción 1' }));
    expect(open.acts).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Sí, Eliminar' }));
    expect(open.values(1)).toEqual({});
  });

  it('are only read by whoever may not edit', () => {
    sheet(step(1), []).show(<InstructionList type="step" />);
    expect(screen.queryByRole('button', { name: /Agregar|Subir|Quitar/ })).not.toBeInTheDocument();
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
  });
});

describe('the survey of a process', () => {
  it('has questions with answers', () => {
    const values = placed('question', 1);
    const open = sheet({ type: 'understanding', values }).show(<QuestionList type="understanding" />);
    fireEvent.click(screen.getByRole('radio', { name: 'Parcialmente' }));
    expect(open.values(1)).toMatchObject({ [`question.${id(1)}.answer`]: 'partly' });
  });
});

describe('the criteria of a design', () => {
  const CRITERIA = ['purpose', 'owner', 'segregation', 'frequency', 'procedure', 'deviations', 'evidence'];
  const all = (grade: number) => Object.fromEntries(CRITERIA.map((code) => [`design.${code}.value`, grade]));

  it('are counted until all are graded; then D moves with each grade and weight', () => {
    const values = Object.fromEntries(
      Object.entries(all(5)).filter(([key]) => key !== 'design.purpose.value'),
    );
    const open = sheet({ type: 'control', values }).show(<DesignCriteria lock={null} />);
    expect(screen.getByText('6 de 7 calificados')).toBeInTheDocument();
    const purpose = screen.getByRole('radiogroup', { name: /^Propósito del control/ });
    fireEvent.click(within(purpose).getByRole('radio', { name: '1 · Débil' }));
    // (10·1 + 42·5) / 52
    expect(screen.getByText('D = 4,23')).toBeInTheDocument();
    fireEvent.change(screen.getByRole('combobox', { name: 'Peso de Propósito del control' }), {
      target: { value: '2' },
    });
    // (2·1 + 42·5) / 44
    expect(screen.getByText('D = 4,82')).toBeInTheDocument();
    fireEvent.change(screen.getByRole('combobox', { name: 'Peso de Propósito del control' }), {
      target: { value: '10' },
    });
    expect(open.values(1)).not.toHaveProperty(['design.purpose.weight']);
  });

  it('are closed while no instruction is documented, and say so', () => {
    sheet({ type: 'control' }).show(<DesignCriteria lock="Documente primero una instrucción." />);
    expect(screen.getByText('Documente primero una instrucción.')).toBeInTheDocument();
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
  });
});

describe('an inspection', () => {
  const items = (frequency?: string): Readonly<Record<number, GivenItem>> => ({
    1: { type: 'inspection', ...(frequency !== undefined && { values: { frequency } }) },
    2: { type: 'inspection_item', parent: 1, values: { 'period.1.result': 'complies' } },
    3: { type: 'inspection_item', parent: 1 },
  });

  it('shows its items by the periods of its frequency, and sets the one of a cell', () => {
    const open = new OpenWorksheet({ items: items('4') }).show(<InspectionGrid />);
    expect(screen.getAllByRole('combobox')).toHaveLength(8);
    const cell = screen.getByRole('combobox', { name: 'inspection_item 3, periodo 2' });
    fireEvent.change(cell, { target: { value: 'fails' } });
    expect(open.acts).toEqual([
      { kind: 'set_values', id: itemOf(3), values: { 'period.2.result': 'fails' } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'X-2 inspection_item 2' }));
    expect(open.opened).toEqual([itemOf(2)]);
    fireEvent.click(screen.getByRole('button', { name: 'Nota aquí: inspection_item 3, periodo 2' }));
    expect(open.notes).toEqual([[itemOf(3), 'v:period.2.result']]);
  });

  it('asks for a frequency first', () => {
    new OpenWorksheet({ items: items() }).show(<InspectionGrid />);
    expect(screen.getByText('Elija primero la periodicidad de la inspección.')).toBeInTheDocument();
  });

  it('gives its items as many periods as it has', () => {
    const open = new OpenWorksheet({ items: items('2'), open: 3 }).show(
      <PeriodList type="inspection_item" />,
    );
    expect(screen.getAllByRole('radiogroup')).toHaveLength(2);
    const second = screen.getByRole('radiogroup', { name: 'Periodo 2' });
    fireEvent.click(within(second).getByRole('radio', { name: 'No cumple' }));
    expect(open.values(3)).toEqual({ 'period.2.result': 'fails' });
  });
});

describe('a test of a control', () => {
  const test = (values: GivenItem['values']) => sheet({ type: 'control_test', values });

  it('that is an inspection goes through periods of its own', () => {
    const open = test({ kind: 'inspection', frequency: '2' }).show(<PeriodList type="control_test" />);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(screen.getAllByRole('radio', { name: 'Cumple' })[1] as HTMLElement);
    expect(open.values(1)).toMatchObject({ 'period.2.result': 'complies' });
  });

  it('that is an audit test has none', () => {
    test({ kind: 'audit_test', frequency: '2' }).show(<PeriodList type="control_test" />);
    expect(screen.queryByText('Periodos')).not.toBeInTheDocument();
  });
});

describe('what belongs to a worksheet', () => {
  it('are the controls of a risk with their strength, a press away', () => {
    const open = new OpenWorksheet({
      items: { 1: { type: 'risk' }, 2: { type: 'control', parent: 1 }, 3: { type: 'finding', parent: 1 } },
    }).show(<RelatedItems list="controls" />);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'X-2 control 2' }));
    expect(open.opened).toEqual([itemOf(2)]);
  });

  it.each([
    ['finding', 'action_plan', 'action_plans', 'Plan de acción'],
    ['action_plan', 'evaluation', 'evaluations', 'Evaluación del plan'],
  ] as const)('%s leads to its %s, and back', (type, child, list, title) => {
    const items = { 1: { type }, 2: { type: child, parent: 1, status: 'assigned' } } as const;
    const open = new OpenWorksheet({ items }).show(<RelatedItems list={list} />);
    expect(screen.getByRole('heading', { name: `${title} 1` })).toBeInTheDocument();
    expect(screen.getByText('Asignado')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: `X-2 ${child} 2` }));
    const back = new OpenWorksheet({ items, open: 2 }).show(<RelatedWorksheet />);
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`${type} 1$`) }));
    expect([...open.opened, ...back.opened]).toEqual([itemOf(2), itemOf(1)]);
  });

  it('of a finding is the worksheet for which it was raised, also further up than its parent', () => {
    const items = {
      1: { type: 'risk' },
      2: { type: 'control', parent: 1 },
      3: { type: 'finding', parent: 2, refParent: 1 },
    } as const;
    const open = new OpenWorksheet({ items, open: 3 }).show(<RelatedWorksheet />);
    fireEvent.click(screen.getByRole('button', { name: /risk 1$/ }));
    expect(open.opened).toEqual([itemOf(1)]);
  });

  it.each<[string, ItemValues, string | null]>([
    ['that counts exceptions', { exceptions: 3 }, '3 excepciones en «control_test 1»'],
    [
      'with one in its instructions',
      { [`instruction.${id(1)}.option`]: 'exception' },
      'Una excepción en «control_test 1»',
    ],
    ['without exceptions', { exceptions: 0 }, null],
  ])('a test %s and has no finding offers to raise one', (_, values, name) => {
    const items = { 1: { type: 'control_test', values } } as const;
    const open = new OpenWorksheet({ items }).show(<RelatedItems list="findings" />);
    if (name === null) {
      expect(screen.getByText('Sin hallazgos.')).toBeInTheDocument();
      expect(screen.queryByRole('button')).toBeNull();
      return;
    }
    fireEvent.click(screen.getByRole('button', { name: 'Crear hallazgo' }));
    expect(open.raised).toEqual([[itemOf(1), name]]);
  });

  it('a test with exceptions offers no finding to who may raise none, nor beside one', () => {
    const test = { type: 'control_test', values: { exceptions: 3 } } as const;
    const reader = new OpenWorksheet({ items: { 1: test }, rights: [] }).show(
      <RelatedItems list="findings" />,
    );
    expect(screen.getByText(/Hay 3 excepciones y ningún hallazgo/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Crear hallazgo' })).toBeNull();
    cleanup();
    new OpenWorksheet({ items: { 1: test, 2: { type: 'finding', parent: 1 } } }).show(
      <RelatedItems list="findings" />,
    );
    expect(screen.queryByRole('button', { name: 'Crear hallazgo' })).toBeNull();
    expect(reader.raised).toEqual([]);
  });

  it('says what to do where there is nothing', () => {
    sheet({ type: 'control' }).show(<RelatedItems list="tests" />);
    expect(screen.getByText(/aún no tiene validaciones/)).toBeInTheDocument();
  });
});
