import { certificate } from '@cotejo/directory-contracts';
import { rules, type Circumstances } from '@cotejo/record';

interface Given {
  readonly holder: string;
  readonly date: string;
  readonly until?: string | null;
}
/** Reason against a certificate with these values. */
function fault({ holder, date, until }: Given, { by, reach, today }: Circumstances) {
  if (reach === 'own' && holder !== by) return 'certificate_not_own';
  if (date > today) return 'certificate_future';
  return until && until < date ? 'certificate_dates' : null;
}

export const certificateRules = rules(certificate, {
  states: {},
  refuse: {
    create: ({ body, ...when }) => fault(body, when),
    change: ({ state, body, ...when }) => fault({ ...state, ...body }, when),
  },
  fold: {},
  derive: { expired: ({ until }, { today }) => until !== null && until < today },
});
