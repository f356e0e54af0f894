import { allowance } from '@cotejo/directory-contracts';
import { rules } from '@cotejo/record';

interface Given {
  readonly amount: number;
  readonly firstDay: string;
  readonly lastDay?: string | null;
}
/** Reason against an allowance with these values. */
function fault({ amount, firstDay, lastDay }: Given) {
  if (amount === 0) return 'allowance_empty';
  return lastDay && lastDay < firstDay ? 'allowance_dates' : null;
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
