import { describe, expect, it } from 'vitest';
import { FINANCIAL, ICCE, newDraft, type WizardDraft } from './wizard-draft.ts';
import { faultsOf } from './wizard-faults.ts';

const LEADER = '00000000-0000-4000-8000-00000000000a';
const OTHER = '00000000-0000-4000-8000-00000000000b';
const draft = (over: Partial<WizardDraft> = {}): WizardDraft => ({
  ...newDraft('2026-03-02'),
  template: 'estandar',
  name: 'Compras',
  processes: 'Pagos',
  leader: LEADER,
  ...over,
});
const unit = (over: Partial<WizardDraft['units'][number]> = {}) => ({
  ...{ key: 'u', company: 'Andina', unit: 'Bogotá', processes: ['Compras'], risks: [] },
  ...over,
});
const member = (user: string) => ({ key: 'm', user, role: 'auditor', hours: '' as const });

describe('a draft', () => {
  it('with template, scope and facts has no fault', () => {
    expect(faultsOf(draft())).toEqual([]);
  });

  it.each<[string, Partial<WizardDraft>, string]>([
    ['a copy without its source', { source: 'copy' }, 'origen/from/copy_source'],
    ['a roll-forward without its source', { source: 'roll_forward' }, 'origen/from/copy_source'],
    ['an evaluation that is not chosen', { source: 'evaluation' }, 'origen/from/evaluation'],
    ['an evaluation without a unit', { source: 'evaluation', from: 'e' }, 'origen/unit/evaluation_unit'],
    ['no template', { template: '' }, 'origen/template/template'],
    ['no process and no risk', { processes: ' \n' }, 'alcance/processes/scope'],
    ['a unit without its company', { units: [unit({ company: ' ' })] }, 'alcance/company.u/company_first'],
    ['a unit without a name', { units: [unit({ unit: '' })] }, 'alcance/unit.u/unit_name'],
    [
      'a unit without process or risk',
      { units: [unit({ processes: [] })] },
      'alcance/processes.u/unit_scope',
    ],
    ['a process that is too long', { processes: 'a'.repeat(201) }, 'alcance/processes/too_long'],
    ['a risk that is too long', { risks: 'a'.repeat(501) }, 'alcance/risks/too_long'],
    ['too many processes', { processes: 'a\n'.repeat(201) }, 'alcance/processes/too_many'],
    ['no name', { name: '  ' }, 'datos/name/required'],
    ['a code with a space', { code: 'AUD 1' }, 'datos/code/code'],
    ['no year', { year: '' }, 'datos/year/year'],
    ['a year before 1900', { year: 1899 }, 'datos/year/year'],
    ['no start', { start: '' }, 'datos/start/required'],
    ['no end', { end: '' }, 'datos/end/required'],
    ['an end before the start', { start: '2026-05-02', end: '2026-05-01' }, 'datos/end/dates_reversed'],
    ['no leader', { leader: '' }, 'datos/leader/required'],
    [
      'more hours of the leader than of the audit',
      { hours: 40, leaderHours: 40.5 },
      'datos/leaderHours/leader_hours',
    ],
    ['hours of the leader of an audit without hours', { leaderHours: 1 }, 'datos/leaderHours/leader_hours'],
    ['a member who is nobody', { team: [member('')] }, 'datos/member.m/member'],
    ['a member who leads', { team: [member(LEADER)] }, 'datos/member.m/member_twice'],
  ])('with %s has one fault, at its step and field', (_, over, fault) => {
    expect(faultsOf(draft(over)).map(({ step, field, key }) => `${step}/${field}/${key}`)).toEqual([fault]);
  });

  it.each<[string, Partial<WizardDraft>]>([
    ['one day', { start: '2026-05-01', end: '2026-05-01' }],
    ['as many hours of the leader as of the audit', { hours: 40, leaderHours: 40 }],
    ['a code of its own', { code: 'ESP-26-A' }],
    ['one risk', { processes: '', risks: 'Fraude' }],
    ['one unit', { processes: '', units: [unit()] }],
    ['another member', { team: [member(OTHER)] }],
    [
      'a copy of another audit, whose scope it has',
      { source: 'copy', from: 'a', processes: '', template: '' },
    ],
    ['a unit of an evaluation', { source: 'evaluation', from: 'e', unit: 'u', processes: '' }],
    ['a financial audit without scope', { kind: FINANCIAL, processes: '' }],
    ['an ICCE audit without scope', { kind: ICCE, processes: '' }],
  ])('with %s has none', (_, over) => {
    expect(faultsOf(draft(over))).toEqual([]);
  });
});
