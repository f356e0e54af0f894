import { describe, expect, it } from 'vitest';
import { catalogueToProgramme } from './catalogue-to-programme.ts';
import { readCatalogue } from './read-catalogue.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const LIMITS = { items: 1_000, characters: 1_000_000 };

const programmeOf = (file: unknown) => {
  const reading = readCatalogue(JSON.stringify(file), LIMITS);
  if (!reading.ok) throw new Error(reading.fault.at);
  const made = catalogueToProgramme(reading, LIMITS);
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
      unread: { links: 2, parts: 1, 'back-matter': 1 },
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
        '',
        '[guidance] Dos firmas distintas, también con 30 días.',
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

describe('the parts of a control beside its statement', () => {
  const stepOf = (parts: readonly object[]) => {
    const { processes, counts } = programmeOf({
      catalog: {
        ...sampleCatalogue.catalog,
        groups: [{ title: 'Uno', controls: [{ id: 'a-1', title: 'Único', parts }] }],
        'back-matter': undefined,
      },
    });
    return { ...processes[0]?.steps[0], unread: counts.unread };
  };
  const prose = (name: string, text: string, more: object = {}) => ({ name, prose: text, ...more });
  const label = (value: string) => ({ props: [{ name: 'label', value }] });

  it('are text of the step: overview, guidance, methods with their objects, and whatever else there is', () => {
    const method = {
      name: 'assessment-method',
      props: [{ name: 'method', value: 'EXAMINE' }],
      parts: [prose('assessment-objects', 'Actas\nContratos')],
    };
    const { objective, unread } = stepOf([
      prose('overview', 'De qué trata.'),
      prose('statement', 'Se firma.', { title: 'Firma' }),
      prose('guidance', 'Cómo se hace:', { parts: [prose('item', 'con cuidado', label('i.'))] }),
      method,
      prose('nunca-visto', 'También.'),
    ]);
    expect(objective).toBe(
      [
        'Firma Se firma.',
        '',
        '[overview] De qué trata.',
        '',
        '[guidance] Cómo se hace:',
        '  i. con cuidado',
        '',
        '[assessment-method EXAMINE]',
        '  [assessment-objects] Actas\nContratos',
        '',
        '[nunca-visto] También.',
      ].join('\n'),
    );
    expect(unread).toEqual({});
  });

  it('give an instruction of every objective, wherever it stands, and nothing of it twice', () => {
    const { objective, instructions } = stepOf([
      prose('statement', 'Se firma.', { parts: [prose('objective', 'en el enunciado', label('1'))] }),
      prose('guidance', 'Guía', {
        parts: [{ name: 'item', parts: [prose('objective', 'en la guía', label('2'))] }],
      }),
      prose('assessment-objective', 'arriba:', {
        parts: [
          prose('guidance', 'aparte', { parts: [prose('assessment-objective', 'más adentro', label('3'))] }),
          prose('assessment-objective', 'abajo', label('4')),
        ],
      }),
    ]);
    expect(instructions).toEqual([
      '1 en el enunciado',
      '2 en la guía',
      '3 arriba: más adentro',
      '4 arriba: abajo',
    ]);
    expect(objective).toBe(['Se firma.', '', '[guidance] Guía', '', '[guidance] aparte'].join('\n'));
  });

  it('are counted where a text of a plan has no room for them', () => {
    const { objective, unread } = stepOf([
      prose('statement', 'Se firma.'),
      prose('guidance', 'x'.repeat(19_995)),
      prose('overview', 'Cabe.'),
    ]);
    expect(objective).toBe('Se firma.\n\n[overview] Cabe.');
    expect(unread).toEqual({ parts: 1 });
  });

  it('leave in the file what no plan holds, counted by its kind', () => {
    const { unread } = stepOf([
      prose('statement', 'Se firma.', {
        links: [{ href: '#a' }, { href: '#b' }],
        props: [
          { name: 'label', value: '1' },
          { name: 'CORE', value: 'yes' },
        ],
        'never-seen': { deep: [1, 2, 3] },
      }),
    ]);
    expect(unread).toEqual({ links: 2, props: 1, other: 1 });
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
