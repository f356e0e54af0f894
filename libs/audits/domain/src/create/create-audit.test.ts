import { describe, expect, it } from 'vitest';
import { createAuditBody, kernelEvent, type CreateAuditBody } from '@cotejo/audits-contracts';
import { BUILT_IN_TEMPLATES, type TemplateItem } from './audit-templates.ts';
import { createAudit, type NewAudit } from './create-audit.ts';
import { canContain } from '../items/structure.ts';
import { ACCOUNT, AUDIT, GivenAudit, item, operation, principal, user } from '../testing/given-audit.ts';
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
