import { requires } from '@cotejo/access-contracts';
import { defineCall, Refusal } from '@cotejo/http/contracts';
import { z } from 'zod';
import { importAnswer } from './calls.ts';
import { auditErrors } from '../errors.ts';
import { itemName } from '../intents.ts';
import { AUDITS_PATH } from '../paths.ts';

const MEGABYTE = 1024 ** 2;
/** Maximum size of a catalogue in bytes; the largest public ones have about 10 MB. */
export const MAX_CATALOGUE_BYTES = 32 * MEGABYTE;

export const catalogueTooLarge = (): Refusal =>
  new Refusal(auditErrors, 'catalogue_too_large', { params: { megabytes: MAX_CATALOGUE_BYTES / MEGABYTE } });

export const importCatalogueQuery = z.object({
  nombre: itemName.max(200),
  /** Import the catalogue even if the account already has it. */
  confirmar: z.enum(['0', '1']).default('0'),
});

export const importCalls = {
  /**
   * Creates an audit programme from an OSCAL catalogue (the body); the answer is sent when the import has
   * started. Its result shows in the audit list: the audit is complete, or removed. The reason for a failure
   * is in the server's log.
   */
  begin: defineCall({
    reach: 'account',
    method: 'POST',
    path: `${AUDITS_PATH}actions/importar-catalogo/`,
    policy: requires('audits.import'),
    query: importCatalogueQuery,
    upload: { limit: MAX_CATALOGUE_BYTES, tooLarge: catalogueTooLarge },
    data: importAnswer,
    status: 202,
    refusals: ['catalogue_malformed', 'catalogue_too_large', 'catalogue_imported_before', 'too_many_imports'],
  }),
};
