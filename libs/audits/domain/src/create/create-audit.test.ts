import { describe, expect, it } from 'vitest';
import { createAuditBody, kernelEvent, type CreateAuditBody } from '@cotejo/audits-contracts';
import { BUILT_IN_TEMPLATES, type TemplateItem } from './audit-templates.ts';
import { createAudit, type Carried, type NewAudit } from './create-audit.ts';
import { canContain } from '../items/structure.ts';
import {
  ACCOUNT,
  AUDIT,
  GivenAudit,
  item,
  operation,
  principal,
  stretch,
  user,
} from '../testing/given-audit.ts';
import { displayOrder } from '../model/tree.ts';

const body = (over: Partial<CreateAuditBody> = {}): CreateAuditBody =>
  createAuditBody.parse({
    nombre: 'Compras y pagos',
    plantilla: 'estandar',
    fecha_inicio: '2026-01-15',
    fecha_fin: '2026-04-10',
    horas_presupuestadas: 480.5,
    lider: user('leader'),
    procesos: ['Compras', 'Tesorería'],
    riesgos: ['Pagos duplicados', 'Corte contable'],
    ...over,
  });

const KNOWN = ['manage', 'leader', 'owner', 'junior', 'peer'];
const person: NewAudit['person'] = (id) => {
  const label = KNOWN.find((known) => user(known) === id);
  return label === undefined ? null : principal(label);
};

function when(over: Partial<CreateAuditBody> = {}, more: Partial<NewAudit> = {}) {
  let items = 0;
  return createAudit({
    id: AUDIT,
    account: ACCOUNT,
    code: 'AUD-2026-004',
    body: body(over),
    creator: principal('manage'),
    person,
    newItemId: () => item(`n${items++}`),
    ...more,
  });
}

describe('creating an audit', () => {
  const decision = when();
  const events = decision.ok ? decision.events : [];

  it('says what it is, who is in the team, and what its plan starts with', () => {
    expect(events[0]).toMatchObject({
      type: 'AuditCreated',
      data: {
        createdBy: user('manage'),
        profile: { name: 'Compras y pagos', year: 2026, budgetedMinutes: 28_830, leader: user('leader') },
      },
    });
    expect(events.filter(({ type }) => type === 'TeamMemberAdded').map(({ data }) => data)).toEqual([
      { user: user('leader'), role: 'leader' },
      { user: user('manage'), role: 'manager' },
    ]);
    for (const event of events) expect(kernelEvent.safeParse(event).success).toBe(true);
  });

  it('puts the scope into the phase of the work, risks with their codes', () => {
    const audit = new GivenAudit();
    for (const { type, data } of events) if (type === 'TreeItemCreated') audit.happened(type, data);
    const names = (parent: Parameters<typeof displayOrder>[1]) =>
      displayOrder(audit.state, parent).map((id) => {
        const node = audit.state.get(id);
        return [node?.code, node?.name].filter(Boolean).join(' ');
      });
    expect(names(null)).toEqual(['Planeación', 'Ejecución', 'Informe']);
    const [, work] = displayOrder(audit.state, null);
    expect(names(work ?? null)).toEqual([
      'Compras',
      'Tesorería',
      'R-001 Pagos duplicados',
      'R-002 Corte contable',
    ]);
  });

  it.each<[string, Partial<CreateAuditBody>, string]>([
    ['an end before the start', { fecha_fin: '2026-01-14' }, 'dates_reversed'],
    ['neither process nor risk', { procesos: [], riesgos: [] }, 'scope_required'],
    ['a template that is none', { plantilla: 'otra' }, 'template_not_found'],
    ['a leader who is unknown', { lider: user('nobody') }, 'leader_not_found'],
    ['a leader who left', { lider: user('gone') }, 'leader_not_found'],
    ['a leader who is audited', { lider: user('owner') }, 'leader_not_found'],
  ])('is refused with %s', (_, over, code) => {
    expect(when(over)).toEqual({ ok: false, rejection: { code } });
  });

  it('one day is long enough, and one process or one risk wide enough', () => {
    expect(when({ fecha_fin: '2026-01-15', procesos: [] }).ok).toBe(true);
    expect(when({ riesgos: [] }).ok).toBe(true);
  });

  it('an imported programme brings its own scope', () => {
    const source = { kind: 'oscal', key: 'k', title: 'NIST', version: null } as const;
    const imported = when({ plantilla: 'programa', procesos: [], riesgos: [] }, { source });
    expect(imported.ok && imported.events.map(({ type }) => type)).toEqual([
      'AuditCreated',
      'TeamMemberAdded',
      'TeamMemberAdded',
      'TreeItemCreated',
    ]);
  });

  it('an import runs from the start, so that discarding it takes the template’s items along', () => {
    const decided = when({}, { importing: operation('imp') });
    const audit = new GivenAudit();
    for (const { type, data } of decided.ok ? decided.events.slice(1) : []) audit.happened(type, data);
    expect(audit.state.operation).toBe(operation('imp'));
    audit.does({ kind: 'discard_operation', operation: operation('imp') });
    expect(audit.state).toMatchObject({ operation: null, liveCount: 0 });
  });

  it('takes more members, each once, and gives who leads or creates the role that is asked for', () => {
    const team = [
      { user: user('junior'), role: 'auditor' },
      { user: user('leader'), role: 'auditor' },
    ] as const;
    const decided = when({}, { team });
    expect(
      decided.ok && decided.events.filter(({ type }) => type === 'TeamMemberAdded').map(({ data }) => data),
    ).toEqual([
      { user: user('leader'), role: 'auditor' },
      { user: user('manage'), role: 'manager' },
      { user: user('junior'), role: 'auditor' },
    ]);
  });

  it.each(['gone', 'owner', 'nobody'])('takes nobody into the team who cannot be of it: %s', (name) => {
    const team = [{ user: user(name), role: 'auditor' }] as const;
    expect(when({}, { team })).toMatchObject({ ok: false, rejection: { code: 'member_not_found' } });
  });
});

describe('the scope by business unit', () => {
  const unit = (over: object = {}) => ({
    ...{ empresa: 'Andina S.A.', unidad: 'Bogotá', procesos: ['Compras'], riesgos: ['Fraude'] },
    ...over,
  });
  const outlineOf = (unidades: CreateAuditBody['unidades'], over: Partial<CreateAuditBody> = {}) => {
    const decision = when({ procesos: [], riesgos: [], unidades, ...over });
    const audit = new GivenAudit();
    for (const { type, data } of decision.ok ? decision.events : [])
      if (type === 'TreeItemCreated') audit.happened(type, data);
    const outline = (parent: Parameters<typeof displayOrder>[1]): unknown[] =>
      displayOrder(audit.state, parent).map((id) => {
        const below = outline(id);
        return below.length === 0 ? audit.state.get(id)?.name : [audit.state.get(id)?.name, below];
      });
    const [, work] = displayOrder(audit.state, null);
    return outline(work ?? null);
  };

  it('of one unit is its processes and risks', () => {
    expect(outlineOf([unit()], { procesos: ['Nómina'] })).toEqual(['Compras', 'Fraude', 'Nómina']);
  });

  it('of several units has a group for each, with the company where there are several', () => {
    const cali = unit({ unidad: 'Cali', riesgos: [] });
    expect(outlineOf([unit(), cali])).toEqual([
      ['Bogotá', ['Compras', 'Fraude']],
      ['Cali', ['Compras']],
    ]);
    expect(outlineOf([unit(), { ...cali, empresa: 'Sur' }])).toEqual([
      ['Bogotá (Andina S.A.)', ['Compras', 'Fraude']],
      ['Cali (Sur)', ['Compras']],
    ]);
  });

  it.each<[string, object, string]>([
    ['without its company', { empresa: null }, 'unit_without_company'],
    ['without process or risk', { procesos: [], riesgos: [] }, 'unit_scope_required'],
  ])('is refused %s', (_, over, code) => {
    expect(when({ unidades: [unit(over)] })).toEqual({
      ok: false,
      rejection: { code, params: { unit: 'Bogotá' } },
    });
  });
});

describe('units of a financial audit', () => {
  const financial = {
    record_type: 'auditoria_financiera',
    plantilla: 'financiera',
    procesos: [],
    riesgos: [],
  };
  const unit = (unidad: string, over: object) => ({
    ...{ empresa: 'Andina', unidad, procesos: [], riesgos: [], ...over },
  });
  const outcome = (unidades: CreateAuditBody['unidades']) => {
    const decision = when({ ...financial, unidades });
    return decision.ok ? 'created' : [decision.rejection.code, decision.rejection.params];
  };

  it.each([
    ['one with processes', [unit('Sur', { procesos: ['Ingresos'] })], 'created'],
    [
      'one with risks, which a phase does not hold',
      [unit('Sur', { riesgos: ['Fraude'] })],
      ['child_type_not_allowed', { parent: 'phase', child: 'risk' }],
    ],
    [
      'several with risks, each in its macroprocess',
      [unit('Sur', { riesgos: ['Fraude'] }), unit('Norte', { riesgos: ['Corte'] })],
      'created',
    ],
    [
      'several with processes, which a macroprocess does not hold',
      [unit('Sur', { procesos: ['Ingresos'] }), unit('Norte', { procesos: ['Gastos'] })],
      ['child_type_not_allowed', { parent: 'macroprocess', child: 'process' }],
    ],
  ])('%s', (_, unidades, expected) => {
    expect(outcome(unidades)).toEqual(expected);
  });
});

describe('general facts of a new audit', () => {
  const planned = (over: Partial<CreateAuditBody>) => {
    const decision = when(over);
    return decision.ok
      ? decision.events.filter(({ type }) => type === 'TeamMemberChanged').map(({ data }) => data)
      : decision.rejection.code;
  };
  const member = (label: string, rol: 'leader' | 'auditor', hours?: number, cost?: number) => ({
    usuario: user(label),
    rol,
    ...(hours !== undefined && { horas_presupuestadas: hours }),
    ...(cost !== undefined && { costo_presupuestado: cost }),
  });

  it('has its year and its cost where they are given', () => {
    const decision = when({ ano_auditoria: 2027, costo_presupuestado: 12_000_000 });
    expect(decision.ok && decision.events[0]?.data).toMatchObject({
      profile: { year: 2027, budgetedCost: 12_000_000 },
    });
  });

  it.each<[string, Partial<CreateAuditBody>, unknown]>([
    ['none', { equipo: [member('junior', 'auditor')] }, []],
    [
      'of members, in minutes',
      { equipo: [member('junior', 'auditor', 80.5, 900)] },
      [expect.objectContaining({ user: user('junior'), budgetedMinutes: 4830, budgetedCost: 900 })],
    ],
    [
      'of the leader up to those of the audit',
      { horas_presupuestadas: 100, equipo: [member('leader', 'leader', 100)] },
      [expect.objectContaining({ budgetedMinutes: 6000 })],
    ],
    [
      'of the leader not above those of the audit',
      { horas_presupuestadas: 100, equipo: [member('leader', 'leader', 100.5)] },
      'leader_hours_exceed',
    ],
    [
      'of the leader without limit where the audit has none',
      { horas_presupuestadas: 0, equipo: [member('leader', 'leader', 100)] },
      [expect.objectContaining({ budgetedMinutes: 6000 })],
    ],
  ])('plans hours: %s', (_, over, then) => {
    expect(planned(over)).toEqual(then);
  });
});

describe('an audit that takes over another one', () => {
  const carried: Carried = {
    source: { kind: 'roll_forward', key: 'k', title: 'AUD-2025-007 Compras', version: '41' },
    operation: operation('fill'),
    recordType: 'audit_plan',
    items: 3,
    codes: { highestCode: (prefix) => (prefix === 'R' ? 7 : 0) },
    units: [{ company: 'Alimentos', unit: 'Planta norte' }],
    team: [
      { user: user('junior'), role: 'auditor', budgetedMinutes: 600 },
      { user: user('leader'), role: 'leader', budgetedMinutes: 90_000 },
    ],
    sprints: [
      {
        id: stretch('s1'),
        state: {
          ...{ name: 'Primer sprint', startDate: null, endDate: null, position: 1, isRemoved: false },
          ...{ objective: null, scope: null, countsForProgress: true },
        },
      },
    ],
  };
  const alone = { procesos: [], riesgos: [] };
  const after = (over: Partial<CreateAuditBody>, more: Partial<Carried> = {}) => {
    const decision = when(over, { carried: { ...carried, ...more } });
    return decision.ok ? decision.events : decision.rejection.code;
  };

  it('begins with its team and sprints, names its source and its version, and is being filled', () => {
    const events = after(alone);
    expect(events).toMatchObject([
      { type: 'AuditCreated', data: { source: carried.source } },
      { type: 'TeamMemberAdded', data: { user: user('leader'), role: 'leader' } },
      { type: 'TeamMemberAdded', data: { user: user('manage') } },
      { type: 'TeamMemberAdded', data: { user: user('junior'), role: 'auditor' } },
      // 480,5 hours of the audit are the most of its leader.
      { type: 'TeamMemberChanged', data: { user: user('leader'), budgetedMinutes: 28_830 } },
      { type: 'TeamMemberChanged', data: { user: user('junior'), budgetedMinutes: 600 } },
      { type: 'OperationStarted', data: { operation: operation('fill'), what: 'import' } },
      { type: 'SprintSet', data: { stretch: stretch('s1'), from: null } },
    ]);
    for (const event of events) expect(kernelEvent.safeParse(event).success).toBe(true);
  });

  it('disappears whole when it is discarded', () => {
    const audit = new GivenAudit();
    const events = after(alone);
    if (typeof events !== 'string') for (const { type, data } of events.slice(1)) audit.happened(type, data);
    audit.does({ kind: 'discard_operation', operation: operation('fill') });
    expect(audit.state).toMatchObject({ operation: null, liveCount: 0 });
  });

  it.each<[string, Partial<CreateAuditBody>, Partial<Carried>, string]>([
    ['a source of another kind', alone, { recordType: 'icce' }, 'not_an_origin'],
    ['a source without items', alone, { items: 0 }, 'not_an_origin'],
    ['a scope of its own', {}, {}, 'scope_of_origin'],
    [
      'a unit for a financial audit',
      { ...alone, record_type: 'auditoria_financiera', plantilla: 'financiera' },
      { recordType: null },
      'not_an_origin',
    ],
    ['an empty unit and no other scope', alone, { recordType: null, items: 0 }, 'scope_required'],
  ])('is refused with %s', (_, over, more, code) => {
    expect(after(over, more)).toBe(code);
  });

  it('puts a unit of an evaluation into a template, beside a scope of its own', () => {
    for (const over of [alone, {}]) {
      const events = after(over, { recordType: null, team: [], sprints: [] });
      const codes = (typeof events === 'string' ? [] : events).map(({ data }) => data['code']);
      expect(codes.filter(Boolean)).toEqual(over === alone ? [] : ['R-008', 'R-009']);
    }
  });
});

describe('the built-in templates', () => {
  it.each(BUILT_IN_TEMPLATES.map((template) => [template.name, template] as const))(
    '%s holds only what may stand there, and a phase for the scope',
    (_, template) => {
      const check = (items: readonly TemplateItem[], parent: TemplateItem['type'] | null): void => {
        for (const each of items) {
          expect(canContain('audit_plan', parent, each.type)).toBe(true);
          check(each.items ?? [], each.type);
        }
      };
      check(template.phases, null);
      if (template.scopePhase === null) expect(template.phases).toEqual([]);
      else expect(template.phases.map(({ name }) => name)).toContain(template.scopePhase);
    },
  );
});
