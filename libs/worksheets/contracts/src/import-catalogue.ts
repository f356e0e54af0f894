import { itemName } from '@cotejo/audits-contracts';
import { z } from 'zod';

/** Query of POST …/auditoria/actions/importar-catalogo/; the body is the file. */
export const importCatalogueQuery = z.object({
  nombre: itemName.max(200),
  confirmar: z.enum(['0', '1']).default('0'),
});
export type ImportCatalogueQuery = z.infer<typeof importCatalogueQuery>;

/** Groups and controls of a catalogue, unless configured otherwise: the largest public ones have 1,400. */
export const MOST_IMPORTED_ITEMS = 20_000;
