import type { ErrorTexts } from '@cotejo/http/server';
import type { Access } from '../access.ts';

/** Dependencies of the handlers. */
export interface Served {
  readonly access: Access;
  readonly texts: ErrorTexts;
}
