import { describe, expect, it } from 'vitest';
import { GivenPlan, item, type Given } from '../actions/given-plan.fixture.ts';
import { intentsOfRisks } from './intents-of-risks.ts';
import { mappingOf, MOST_RISK_ROWS, readRisks, repeatedColumns } from './read-risks.ts';

const HEADINGS = [
  'Código',
  'Riesgo',
  'Probabilidad',
  'Impacto',
  'Factores',
  'Control',
  'Tipo de control',
  'Clave',
];
const WORDS: Readonly<Record<string, string>> = {
  'audits-contracts:valueOption.risk.probability.4': 'Probable',
  'audits-contracts:valueOption.control.kind.preventive': 'Preventivo',
};
const textOf = (key: string): string => WORDS[key] ?? key;
const read = (...rows: string[][]) => readRisks([HEADINGS, ...rows], mappingOf(HEADINGS), textOf);

describe('the columns of a sheet', () => {
  it('are found by their headings, whatever their case and accents', () => {
    expect(mappingOf(['RIESGO', ' código ', 'Otra'])).toEqual({ risk: 0, risk_code: 1 });
  });

  it('are mapped to one field each', () => {
    expect(repeatedColumns({ risk: 0, risk_code: 1 })).toEqual([]);
    expect(repeatedColumns({ risk: 0, risk_code: 1, control: 0 })).toEqual(['risk', 'control']);
  });
});

describe('the rows of a sheet', () => {
  it('are risks, and the controls of the risk of consecutive rows', () => {
    const { risks, faults } = read(
      ['R-1', 'Pagos duplicados', '4', '5', 'Sistema; Personas', 'Tres vías', 'Preventivo', 'Sí'],
      ['', 'pagos duplicados', '', '', '', 'Conciliación', '', 'no'],
      ['', '', '', '', '', '', '', ''],
      ['', 'Corte', 'probable', '', '', '', '', ''],
    );
    expect(faults).toEqual([]);
    expect(risks).toEqual([
      {
        name: 'Pagos duplicados',
        code: 'R-1',
        values: { probability: 4, impact: 5 },
        profile: { general: null, specific: [], factors: ['Sistema', 'Personas'], objectives: [] },
        controls: [
          { name: 'Tres vías', code: null, values: { kind: 'preventive', isKey: true } },
          { name: 'Conciliación', code: null, values: { isKey: false } },
        ],
      },
      { name: 'Corte', code: null, values: { probability: 4 }, profile: null, controls: [] },
    ]);
  });

  it.each<[string, string[], string, string]>([
    ['without a risk', ['', '', '3', '', '', 'Tres vías', '', ''], 'risk', 'required'],
    ['with a probability that is none', ['', 'Fraude', '6', '', '', '', '', ''], 'probability', 'invalid'],
    ['with a decimal probability', ['', 'Fraude', '2.5', '', '', '', '', ''], 'probability', 'invalid'],
    ['with an unknown kind', ['', 'Fraude', '', '', '', 'Firma', 'Otro', ''], 'kind', 'invalid'],
    ['with a name that is too long', ['', 'x'.repeat(2_000), '', '', '', '', '', ''], 'risk', 'name_invalid'],
    [
      'with facts of a control without name',
      ['', 'Fraude', '', '', '', '', 'Preventivo', ''],
      'control',
      'control_without_name',
    ],
  ])('are faulty %s', (_, row, field, fault) => {
    const { risks, faults } = read(['', 'Otro', '', '', '', '', '', ''], row);
    expect(faults).toMatchObject([{ row: 3, field, fault }]);
    expect(risks.map(({ name }) => name)).toEqual(['Otro']);
  });

  it('are faulty where a risk comes back after another one', () => {
    const one = ['', 'Uno', '', '', '', '', '', ''];
    expect(read(one, ['', 'Dos', '', '', '', '', '', ''], one).faults).toMatchObject([
      { row: 4, field: 'risk', fault: 'repeated', value: 'Uno' },
    ]);
  });

  it('are at most a thousand', () => {
    const rows = Array.from({ length: MOST_RISK_ROWS + 1 }, (_, at) => [
      '',
      `R ${at}`,
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    expect(read(...rows).faults).toMatchObject([{ row: MOST_RISK_ROWS + 2, fault: 'too_many' }]);
  });
});

it('the rules of a plan take what is read', () => {
  const items: Given[] = [
    [1, 'phase', null, 'Ejecución'],
    [2, 'process', 1, 'Compras'],
  ];
  const plan = new GivenPlan(items);
  let last = 10;
  const { risks } = read(['R-9', 'Fraude', '4', '5', 'Sistema', 'Firma', 'Preventivo', 'x']);
  for (const intent of intentsOfRisks(risks, item(2), () => item(++last))) plan.does(intent);
  expect(plan.view.get(item(11))).toMatchObject({
    ...{
      type: 'risk',
      name: 'Fraude',
      code: 'R-9',
      status: 'in_progress',
      values: { probability: 4, impact: 5 },
    },
    risk: { factors: ['Sistema'] },
  });
  expect(plan.view.get(item(12))).toMatchObject({
    ...{ type: 'control', name: 'Firma', values: { kind: 'preventive', isKey: true }, status: 'in_progress' },
  });
});
