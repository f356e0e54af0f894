import type { Call } from '@cotejo/http/contracts';
import { accountCalls } from './calls-of-account.ts';
import { ownCalls } from './calls-of-oneself.ts';
import { peopleCalls } from './calls-of-people.ts';
import { productCalls } from './calls-of-product.ts';
import { roleCalls } from './calls-of-roles.ts';
import { shellCalls } from './calls-of-shell.ts';
import { signInCalls } from './calls-of-sign-in.ts';
import { slotCalls } from './calls-of-slots.ts';

/** All calls of the access context (specification 1, section 7, and additions), by area and name. */
export const accessCalls = {
  signIn: signInCalls,
  oneself: ownCalls,
  people: peopleCalls,
  slots: slotCalls,
  roles: roleCalls,
  account: accountCalls,
  product: productCalls,
  shell: shellCalls,
};

/** All calls as one list. */
export const allAccessCalls: readonly Call[] = Object.values(accessCalls).flatMap((area) =>
  Object.values(area as Readonly<Record<string, Call>>),
);
