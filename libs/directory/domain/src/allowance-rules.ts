import { allowance } from '@cotejo/directory-contracts';
import { rules } from '@cotejo/record';

interface Given {
  readonly amount: number;
  readonly from: string;
  readonly to?: string | null;
}
/** Reason against an allowance with these values. */
function fault({ amount, from, to }: Given) {
  if (amount === 0) return 'allowance_empty';
  return to && to < from ? 'allowance_dates' : null;
}

export const allowanceRules = rules(allowance, {
  states: {},
  refuse: {
    create: ({ body }) => fault(body),
    change: ({ state, body }) => fault({ ...state, ...body }),
  },
  fold: {},
  derive: {},
});
