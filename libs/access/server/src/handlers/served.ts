import type { ErrorTexts } from '@cotejo/http/server';
import type { Access } from '../access.ts';

/** What the handlers of access work with. */
export interface Served {
  readonly access: Access;
  readonly texts: ErrorTexts;
}
