import { rules, type Others } from '@cotejo/record';
import { orgUnit, type OrgUnit } from '@cotejo/structure-contracts';

type Level = OrgUnit['level'];

/** What each level belongs to, and the refusal of anything else. */
const PLACES = {
  company: [null, 'company_of_nothing'],
  business_unit: ['company', 'unit_of_company'],
  process: ['business_unit', 'process_of_unit'],
} as const satisfies Record<Level, readonly [Level | null, string]>;

function misplaced(
  { level, parent = null }: { readonly level: Level; readonly parent?: string | null },
  { referred }: Others,
) {
  const [above, refusal] = PLACES[level];
  if (parent === null) return above === null ? null : refusal;
  return referred['parent']?.['level'] === above ? null : refusal;
}

export const orgUnitRules = rules(orgUnit, {
  states: {},
  refuse: {
    create: ({ body, others }) => misplaced(body, others),
    change({ state, body, others }) {
      if (body.level !== undefined && body.level !== state.level) return 'unit_level_fixed';
      return body.parent === undefined ? null : misplaced({ ...state, parent: body.parent }, others);
    },
    restore: ({ state, others }) =>
      state.parent !== null && others.referred['parent'] === undefined ? 'unit_parent_in_trash' : null,
  },
  fold: {},
  derive: {},
});
