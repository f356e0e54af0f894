import type { accessErrors, AccessEvent, Because, Principal } from '@cotejo/access-contracts';
import type { Moment } from './state/principal-of-facts.ts';

export type AccessErrorCode = keyof typeof accessErrors.errors;

/** Events to append, none when all is so already; or the code of a refusal with the values of its text. */
export type Decision =
  | { readonly ok: true; readonly events: readonly AccessEvent[] }
  | {
      readonly ok: false;
      readonly code: AccessErrorCode;
      readonly params?: Readonly<Record<string, string | number>>;
    };

/** Who decides, when and why. `actor` null = the system itself, which no right holds back. */
export interface Deciding extends Moment {
  readonly actor: Principal | null;
  readonly because: Because;
}

export const accepted = (...events: readonly AccessEvent[]): Decision => ({ ok: true, events });
export const refused = (
  code: AccessErrorCode,
  params?: Readonly<Record<string, string | number>>,
): Decision => ({ ok: false, code, ...(params && { params }) });
