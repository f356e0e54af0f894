import type { SlotId } from '@cotejo/access-contracts';
import { email, line, record, reference, type RowOf, type StateOf } from '@cotejo/record';
import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';

/**
 * A person of the audited side who answers findings and plans: specification 2, section 3. Most are no users of the
 * account, so what identifies them is kept in the vault.
 */
export const responsible = record('responsible', {
  home: 'account',
  fields: {
    name: line(200).personal(),
    email: email().personal(),
    job: line(200).optional(),
    area: line(200).optional(),
    /** Slot of the account that passes among responsible people, and that this one signs in with. */
    exchangeSlot: reference<SlotId>('slot').optional(),
    /** Also receives what is sent to `email`. */
    copyTo: email().optional().personal(),
  },
  acts: {},
  refusals: { copy_to_same: 422 },
  rights: 'directory',
  path: '/responsables/',
  wire: {
    name: 'nombre',
    email: 'correo',
    job: 'cargo',
    exchangeSlot: 'cupo_intercambio',
    copyTo: 'copiar_a',
    restore: 'restaurar',
  },
});
export type Responsible = StateOf<typeof responsible>;
/** A responsible person as lists and pages show them. */
export type ResponsibleRow = RowOf<typeof responsible>;

/** Refusals; texts: `i18n/*.json`. */
export const responsibleErrors = errorsOf(responsible, 'directory-contracts-responsibles');
/** Created on first use, so that pages without these records build no schemas. */
export const responsibleCalls = (): RecordCalls<typeof responsible> => callsOf(responsible);
