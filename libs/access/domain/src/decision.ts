import type { accessErrors, AccessEvent, Because, Principal } from '@cotejo/access-contracts';
import type { Moment } from './state/principal-of-facts.ts';

export type AccessErrorCode = keyof typeof accessErrors.errors;

/** Events to append (none when nothing changes), or a refusal code with the parameters of its text. */
export type Decision =
  | { readonly ok: true; readonly events: readonly AccessEvent[] }
  | {
      readonly ok: false;
      readonly code: AccessErrorCode;
      readonly params?: Readonly<Record<string, string | number>>;
    };

/** Actor, time and reason of a decision. `actor` null = the system, which no permission restricts. */
export interface Deciding extends Moment {
  readonly actor: Principal | null;
  readonly because: Because;
}

export const accepted = (...events: readonly AccessEvent[]): Decision => ({ ok: true, events });
export const refused = (
  code: AccessErrorCode,
  params?: Readonly<Record<string, string | number>>,
): Decision => ({ ok: false, code, ...(params && { params }) });
