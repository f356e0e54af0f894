import { describe, expect, it } from 'vitest';
import { catalogueToProgramme } from './catalogue-to-programme.ts';
import { readCatalogue } from './read-catalogue.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const LIMITS = { items: 1_000, characters: 1_000_000 };

const programmeOf = (file: unknown) => {
  const reading = readCatalogue(JSON.stringify(file), LIMITS);
  if (!reading.ok) throw new Error(reading.fault.at);
  const made = catalogueToProgramme(reading.catalogue, LIMITS);
  if (!made.ok) throw new Error(made.fault.at);
  return made.programme;
};

describe('an OSCAL catalogue becomes an audit programme', () => {
  const programme = programmeOf(sampleCatalogue);
  const [payments, purchases] = programme.processes;

  it('counts what the file holds', () => {
    expect(programme.counts).toEqual({
      groups: 3,
      controls: 3,
      enhancements: 1,
      steps: 4,
      instructions: 3,
      parameters: 4,
      unresolved: 1,
      withdrawn: 1,
    });
  });

  it('makes a process of a group and a step of a control, the enhancement right after its control', () => {
    expect(programme.processes.map((process) => process.name)).toEqual(['Pagos', 'Compras']);
    expect(payments?.steps.map((step) => `${step.code} ${step.name}`)).toEqual([
      'PG-1 Doble aprobación',
      'PG-1(1) Bloqueo automático',
    ]);
    expect(payments?.activities).toEqual([
      { name: 'Caja menor', steps: [{ code: 'CM-1', name: 'Arqueo', objective: null, instructions: [] }] },
    ]);
    expect(purchases?.steps.map((step) => step.code)).toEqual(['CO-1']);
  });

  it('takes the statement as objective, with its lettered items and its parameters resolved', () => {
    expect(payments?.steps[0]?.objective).toBe(
      [
        'La entidad:',
        '  a. Aprueba con dos firmas los pagos desde [monto definido por la entidad]; y',
        '  b. Asigna la segunda firma a [gerente; jefe de [área]].',
      ].join('\n'),
    );
  });

  it('makes one instruction of each leaf objective, led in by what stands above it', () => {
    expect(payments?.steps[0]?.instructions).toEqual([
      'PG-1a[1] los pagos con dos firmas: se identifican;',
      'PG-1a[2] los pagos con dos firmas: se revisan cada 30 días.',
      'PG-1b existe un segundo firmante.',
    ]);
  });

  it('leaves the id of an unknown parameter in brackets, never the insert itself', () => {
    expect(payments?.steps[1]?.objective).toBe('El sistema bloquea según [nadie].');
  });

  it('lets an aggregate speak with the values set on its members', () => {
    const file = structuredClone(sampleCatalogue);
    const params: unknown[] = file.catalog.params;
    params.push({ id: 'nadie', label: 'roles', props: [{ name: 'aggregates', value: 'plazo' }] });
    expect(programmeOf(file).processes[0]?.steps[1]?.objective).toBe('El sistema bloquea según 30 días.');
  });

  it('does not hang on parameters that insert one another', () => {
    const circle = structuredClone(sampleCatalogue);
    circle.catalog.params.push({ id: 'nadie', label: '', values: ['{{ insert: param, nadie }}'] });
    expect(programmeOf(circle).processes[0]?.steps[1]?.objective).toContain('[nadie]');
  });
});

describe('a file that is no catalogue is refused at the place at fault', () => {
  const broken = structuredClone(sampleCatalogue) as {
    catalog: { groups: { controls: { title?: string }[] }[] };
  };
  delete broken.catalog.groups[0]?.controls[0]?.title;

  it.each([
    ['broken JSON', '{\n  "catalog": {\n    "uuid": ,\n', 'catalogue_malformed', '3:13', 'syntax'],
    ['a file cut short', '{"catalog":\n{"uuid": "x"', 'catalogue_malformed', '2:13', 'syntax'],
    ['an empty file', '', 'catalogue_malformed', '1:1', 'syntax'],
    ['a list', '[]', 'catalogue_not_oscal', '$', 'not_an_object'],
    ['an unresolved profile', '{"profile":{}}', 'catalogue_not_oscal', 'profile', 'profile'],
    ['another document', '{"name":"x","version":1}', 'catalogue_not_oscal', 'name', 'no_catalog'],
    [
      'a control without title',
      JSON.stringify(broken),
      'catalogue_malformed',
      'catalog.groups[0].controls[0].title',
      'invalid_type',
    ],
    [
      'nothing in it',
      JSON.stringify({ catalog: { ...sampleCatalogue.catalog, groups: [] } }),
      'catalogue_empty',
      'catalog',
      'no_controls',
    ],
  ])('%s', (_name, text, code, at, what) => {
    expect(readCatalogue(text, LIMITS)).toEqual({ ok: false, fault: { code, at, what } });
  });

  it('reads past a byte-order mark, and brackets inside strings do not count as nesting', () => {
    const file = structuredClone(sampleCatalogue);
    file.catalog.metadata.title = `${'['.repeat(90)}"\\`;
    expect(readCatalogue(`\uFEFF${JSON.stringify(file)}`, LIMITS).ok).toBe(true);
  });
});
