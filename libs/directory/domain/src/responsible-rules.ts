import { responsible } from '@cotejo/directory-contracts';
import { rules } from '@cotejo/record';

interface Addresses {
  readonly email?: string | null;
  readonly copyTo?: string | null;
}
/** Mail programs treat addresses alike whatever their case. */
const copyFault = ({ email, copyTo }: Addresses) =>
  copyTo && copyTo.toLowerCase() === email?.toLowerCase() ? 'copy_to_same' : null;

export const responsibleRules = rules(responsible, {
  states: {},
  refuse: {
    create: ({ body }) => copyFault(body),
    change: ({ state, body }) => copyFault({ ...state, ...body }),
  },
  fold: {},
  derive: {},
});
