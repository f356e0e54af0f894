import { auditCode } from '@cotejo/audits-contracts';
import { hasScope, isWholeCopy, linesOf, type Step, type WizardDraft } from './wizard-draft.ts';

/** What is missing or contradicts itself, at the step and field where it is entered. */
export interface Fault {
  readonly step: Step;
  readonly field: string;
  /** Key of the text under `faults`. */
  readonly key: FaultKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type FaultKey = (typeof FAULT_KEYS)[number];
export const FAULT_KEYS = [
  ...(['required', 'template', 'copy_source', 'evaluation', 'evaluation_unit'] as const),
  ...(['company_first', 'unit_name', 'unit_scope', 'scope', 'too_long', 'too_many'] as const),
  ...(['dates_reversed', 'year', 'code', 'leader_hours', 'member', 'member_twice'] as const),
] as const;

/** Limits of the call. */
const LONGEST = { processes: 200, risks: 500 } as const;
const MOST_NAMES = 200;

/**
 * Faults of a draft in the order of the steps (specification 2, section 5); the server judges again.
 */
export function faultsOf(draft: WizardDraft): readonly Fault[] {
  return [
    ...faultsOfSource(draft),
    ...(hasScope(draft) ? faultsOfScope(draft) : []),
    ...faultsOfFacts(draft),
  ];
}

function* faultsOfSource(draft: WizardDraft): Generator<Fault> {
  const step = 'origen';
  if (isWholeCopy(draft)) {
    if (draft.from === '') yield { step, field: 'from', key: 'copy_source' };
    return;
  }
  if (draft.source === 'evaluation') {
    if (draft.from === '') yield { step, field: 'from', key: 'evaluation' };
    else if (draft.unit === '') yield { step, field: 'unit', key: 'evaluation_unit' };
  }
  if (draft.template === '') yield { step, field: 'template', key: 'template' };
}

function* faultsOfScope(draft: WizardDraft): Generator<Fault> {
  const step = 'alcance';
  for (const { key: row, company, unit, processes, risks } of draft.units) {
    if (company.trim() === '') yield { step, field: `company.${row}`, key: 'company_first' };
    else if (unit.trim() === '') yield { step, field: `unit.${row}`, key: 'unit_name' };
    if (processes.length + risks.length === 0) yield { step, field: `processes.${row}`, key: 'unit_scope' };
    yield* faultsOfNames(`processes.${row}`, 'processes', processes);
    yield* faultsOfNames(`risks.${row}`, 'risks', risks);
  }
  const [processes, risks] = [linesOf(draft.processes), linesOf(draft.risks)];
  yield* faultsOfNames('processes', 'processes', processes);
  yield* faultsOfNames('risks', 'risks', risks);
  const isEmpty = draft.units.length + processes.length + risks.length === 0;
  if (isEmpty && draft.source !== 'evaluation') yield { step, field: 'processes', key: 'scope' };
}

function* faultsOfNames(
  field: string,
  kind: keyof typeof LONGEST,
  names: readonly string[],
): Generator<Fault> {
  const step = 'alcance';
  const most = LONGEST[kind];
  const long = names.find((name) => name.length > most);
  if (long !== undefined) yield { step, field, key: 'too_long', params: { start: long.slice(0, 30), most } };
  if (names.length > MOST_NAMES) yield { step, field, key: 'too_many', params: { most: MOST_NAMES } };
}

function* faultsOfFacts(draft: WizardDraft): Generator<Fault> {
  const step = 'datos';
  const { year, start, end, hours, leaderHours, team } = draft;
  if (draft.name.trim() === '') yield { step, field: 'name', key: 'required' };
  if (draft.code.trim() !== '' && !auditCode.safeParse(draft.code.trim()).success)
    yield { step, field: 'code', key: 'code' };
  if (year === '' || !Number.isInteger(year) || year < 1900 || year > 9999)
    yield { step, field: 'year', key: 'year' };
  if (start === '') yield { step, field: 'start', key: 'required' };
  if (end === '') yield { step, field: 'end', key: 'required' };
  else if (end < start) yield { step, field: 'end', key: 'dates_reversed' };
  if (draft.leader === '') yield { step, field: 'leader', key: 'required' };
  if (leaderHours !== '' && leaderHours > (hours === '' ? 0 : hours))
    yield { step, field: 'leaderHours', key: 'leader_hours' };
  const seen = new Set([draft.leader]);
  for (const { key: row, user } of team) {
    if (user === '') yield { step, field: `member.${row}`, key: 'member' };
    else if (seen.has(user)) yield { step, field: `member.${row}`, key: 'member_twice' };
    seen.add(user);
  }
}

/** Where a refusal of the server is shown; others are shown beside the button that creates the audit. */
export const PLACE_OF_CODE: Readonly<Record<string, { readonly step: Step; readonly field: string }>> = {
  template_not_found: { step: 'origen', field: 'template' },
  audit_not_found: { step: 'origen', field: 'from' },
  item_not_found: { step: 'origen', field: 'unit' },
  not_an_origin: { step: 'origen', field: 'from' },
  operation_running: { step: 'origen', field: 'from' },
  version_not_reached: { step: 'origen', field: 'from' },
  access_not_authorized: { step: 'origen', field: 'from' },
  scope_required: { step: 'alcance', field: 'processes' },
  child_type_not_allowed: { step: 'alcance', field: 'processes' },
  unit_without_company: { step: 'alcance', field: 'processes' },
  unit_scope_required: { step: 'alcance', field: 'processes' },
  dates_reversed: { step: 'datos', field: 'end' },
  code_taken: { step: 'datos', field: 'code' },
  leader_not_found: { step: 'datos', field: 'leader' },
  leader_hours_exceed: { step: 'datos', field: 'leaderHours' },
  member_not_found: { step: 'datos', field: 'team' },
  beyond_own_rights: { step: 'datos', field: 'team' },
};
