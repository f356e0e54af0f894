import { personColour } from '@cotejo/ui';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ana, itemOf, luis, OpenWorksheet, type GivenItem } from '../host/open-worksheet.fixture.tsx';
import { AmountField } from './amount-field.tsx';
import { DayField } from './day-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { GradeField } from './grade-field.tsx';
import { HoursField } from './hours-field.tsx';
import { NumberField } from './number-field.tsx';
import { PercentField } from './percent-field.tsx';
import { ScaleField } from './scale-field.tsx';
import { SuggestedCount } from './suggested-count.tsx';
import { SwitchField } from './switch-field.tsx';

const TEST = { type: 'control_test', lock: null } as const;
const sheet = (item: GivenItem, rest: Partial<ConstructorParameters<typeof OpenWorksheet>[0]> = {}) =>
  new OpenWorksheet({ items: { 1: item }, ...rest });
const test = (values: GivenItem['values'] = {}) => sheet({ type: 'control_test', values });
const field = () => screen.getByRole('textbox');
const type = (text: string) => {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
};
const leave = () => fireEvent.blur(field());

describe('a value that somebody else gives', () => {
  it('is lit with their name for a moment; one’s own is not', () => {
    vi.useFakeTimers();
    const open = test({ population: 300 }).show(<NumberField {...TEST} valueKey="population" />);
    expect(screen.queryByText('Luis Paz')).not.toBeInTheDocument();
    open.remote(1, { population: 1250 });
    expect(screen.getByText('Luis Paz')).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(4_000));
    expect(screen.queryByText('Luis Paz')).not.toBeInTheDocument();
    type('312');
    leave();
    expect(screen.queryByText(/Ana Ruiz|Luis Paz/)).not.toBeInTheDocument();
    vi.useRealTimers();
  });
});

describe('a day', () => {
  it('that follows when the finding is due is refused where it is written, and stays there', async () => {
    const open = sheet({ type: 'finding', values: { dueDate: '2026-06-30' } }).show(
      <DayField type="finding" valueKey="approvalDate" lock={null} />,
    );
    type('01/07/2026');
    leave();
    expect(await screen.findByText(/no puede ser posterior/)).toBeInTheDocument();
    expect(field()).toHaveValue('01/07/2026');
    expect(open.acts).toEqual([]);
    type('29/06/2026');
    leave();
    expect(open.acts).toEqual([
      { kind: 'set_values', id: itemOf(1), values: { approvalDate: '2026-06-29' } },
    ]);
    expect(screen.queryByText(/no puede ser posterior/)).not.toBeInTheDocument();
  });
});

describe('a figure that is written', () => {
  it('is one intent when the field is left, and none while it is typed', () => {
    const open = test().show(<NumberField {...TEST} valueKey="population" />);
    for (const text of ['3', '31', '312']) type(text);
    expect(open.acts).toEqual([]);
    leave();
    expect(open.acts).toEqual([{ kind: 'set_values', id: itemOf(1), values: { population: 312 } }]);
    leave();
    expect(open.acts).toHaveLength(1);
  });

  it('keeps what is being typed when another value comes, says whose it is, and can be given up for it', () => {
    const open = test({ population: 300 }).show(<NumberField {...TEST} valueKey="population" />);
    type('312');
    open.remote(1, { population: 1250 });
    expect(field()).toHaveValue('312');
    expect(screen.getByRole('status')).toHaveTextContent('Luis Paz puso «1.250» mientras usted escribía.');
    fireEvent.click(screen.getByRole('button', { name: 'Usar ese valor' }));
    expect(field()).toHaveValue('1.250');
    leave();
    expect(open.acts).toEqual([]);
  });

  it('wins when it is left after the other came', () => {
    const open = test({ population: 300 }).show(<NumberField {...TEST} valueKey="population" />);
    type('312');
    open.remote(1, { population: 1250 });
    leave();
    expect(open.values(1)).toEqual({ population: 312 });
  });

  it('says what is wanted, and keeps what was written', () => {
    const open = test().show(<NumberField {...TEST} valueKey="population" />);
    type('doce');
    leave();
    expect(screen.getByRole('alert')).toHaveTextContent('Escriba un número entero.');
    expect(field()).toHaveValue('doce');
    expect(open.acts).toEqual([]);
  });

  it('is given up with Escape and taken with Enter', () => {
    const open = test({ population: 300 }).show(<NumberField {...TEST} valueKey="population" />);
    type('312');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(field()).toHaveValue('300');
    type('313');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(open.values(1)).toEqual({ population: 313 });
  });

  it('is taken away when nothing is left of it', () => {
    const open = test({ population: 300 }).show(<NumberField {...TEST} valueKey="population" />);
    type(' ');
    leave();
    expect(open.values(1)).toEqual({});
  });

  it.each([
    ['7,5', 450],
    ['7,3', 450],
    ['7,2', 420],
    ['8 h', 480],
  ])('as hours: %s is kept as %i minutes, by halves', (written, minutes) => {
    const open = test().show(<HoursField {...TEST} valueKey="budgetedMinutes" />);
    type(written);
    leave();
    expect(open.values(1)).toEqual({ budgetedMinutes: minutes });
  });

  it('as a percentage goes from 0 to 100', () => {
    const open = test().show(<PercentField {...TEST} valueKey="tolerableRate" />);
    type('100,5');
    leave();
    expect(screen.getByRole('alert')).toBeInTheDocument();
    type('5,25');
    leave();
    expect(open.values(1)).toEqual({ tolerableRate: 5.25 });
  });

  it('as money is kept digit by digit, with a currency', () => {
    const open = sheet({ type: 'finding', status: 'new' }).show(
      <AmountField type="finding" lock={null} valueKey="lossAmount" currencyKey="lossCurrency" />,
    );
    type('COP 999.999.999.999.999,99');
    leave();
    expect(open.values(1)).toEqual({ lossAmount: '999999999999999.99', lossCurrency: 'COP' });
    expect(field()).toHaveValue('999.999.999.999.999,99');
  });
});

describe('a field of options', () => {
  it('has the grades in figures and words, and sets the one that is chosen', () => {
    const open = test().show(
      <GradeField {...TEST} valueKey="execution" grades={[1, 3, 5]} sense="strength" />,
    );
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      '1 · Inefectivo',
      '3 · Deficiente',
      '5 · Efectivo',
    ]);
    fireEvent.click(screen.getByRole('radio', { name: '3 · Deficiente' }));
    expect(open.values(1)).toEqual({ execution: 3 });
    fireEvent.click(screen.getByRole('button', { name: 'Borrar Eficiencia operativa' }));
    expect(open.values(1)).toEqual({});
  });

  it('has a name for each step of a scale', () => {
    sheet({ type: 'risk', values: { probability: 4 } }).show(
      <ScaleField type="risk" lock={null} valueKey="probability" steps={[1, 2, 3, 4, 5]} />,
    );
    expect(screen.getByRole('radiogroup', { name: 'Probabilidad' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /4\s*Probable/ })).toBeChecked();
  });

  it('of two stand side by side', () => {
    const open = sheet({ type: 'finding', status: 'new' }).show(
      <ChoiceField type="finding" lock={null} valueKey="kind" options={['finding', 'recommendation']} />,
    );
    fireEvent.click(screen.getByRole('radio', { name: 'Recomendación' }));
    expect(open.values(1)).toEqual({ kind: 'recommendation' });
  });

  it('of yes and no is a switch that says which', () => {
    const open = sheet({ type: 'control' }).show(<SwitchField type="control" lock={null} valueKey="isKey" />);
    fireEvent.click(screen.getByRole('switch', { name: 'Control clave' }));
    expect(open.values(1)).toEqual({ isKey: true });
    expect(screen.getByText('Sí')).toBeInTheDocument();
  });
});

describe('any field', () => {
  it('shows who else is in it, in the colour of that person', () => {
    const open = test().show(<NumberField {...TEST} valueKey="population" />);
    open.enters('v:population');
    expect(screen.getByRole('img', { name: 'Luis Paz' })).toBeInTheDocument();
    const frame = field().closest<HTMLElement>('[data-peer]');
    expect(frame?.style.getPropertyValue('--peer')).toBe(personColour(luis.id));
    open.enters('v:sampleSize');
    expect(screen.queryByRole('img', { name: 'Luis Paz' })).not.toBeInTheDocument();
  });

  it('tells the others while this person is in it', () => {
    const open = test().show(<NumberField {...TEST} valueKey="population" />);
    fireEvent.focus(field());
    fireEvent.blur(field());
    expect(open.fields).toEqual(['v:population', null]);
  });

  it.each([
    ['who may not edit', { rights: [] }, 'No tiene permiso para hacer este cambio en la auditoría.'],
    ['who only reads', { mode: 'read' as const }, 'Esta auditoría es de solo lectura para usted.'],
  ])('is disabled for %s, and says why', (_, rest, why) => {
    sheet({ type: 'control_test', values: { population: 3 } }, rest).show(
      <NumberField {...TEST} valueKey="population" />,
    );
    expect(field()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription(why);
    expect(screen.queryByRole('button', { name: /Borrar/ })).not.toBeInTheDocument();
  });

  it('is disabled while what it needs is missing, and says what', () => {
    test().show(<NumberField type="control_test" valueKey="exceptions" lock="Evalúe primero el diseño." />);
    expect(field()).toBeDisabled();
    expect(screen.getByText('Evalúe primero el diseño.')).toBeInTheDocument();
  });
});

describe('how many to test', () => {
  const given = (control: GivenItem['values'], own: GivenItem['values'] = {}) =>
    new OpenWorksheet({
      items: {
        1: { type: 'control_test', parent: 2, values: own },
        2: { type: 'control', values: control },
      },
    }).show(<SuggestedCount {...TEST} valueKey="sampleSize" />);

  it('is suggested by the frequency of the control, one press away', () => {
    const open = given({ frequency: 'daily' });
    expect(screen.getByText(/sugiere 25/)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Usar' }));
    expect(open.values(1)).toEqual({ sampleSize: 25 });
    expect(screen.queryByText(/sugiere/)).not.toBeInTheDocument();
    expect(open.view.get(itemOf(1))?.changedBy).toBe(ana.id);
  });

  it('is what the control says itself, before its frequency', () => {
    given({ frequency: 'daily', suggestedTests: 40 });
    expect(screen.getByText(/sugiere 40/)).toBeInTheDocument();
  });

  it('is not suggested where nothing tells', () => {
    given({});
    expect(screen.queryByText(/sugiere/)).not.toBeInTheDocument();
  });
});
