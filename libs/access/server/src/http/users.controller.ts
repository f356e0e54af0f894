import { Controller, Inject, Query } from '@nestjs/common';
import {
  accessCalls,
  accessErrors,
  currentUserQuery,
  type Principal,
  type ticketAnswer,
  type UserProfile,
  type UserRow,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, Serves, zodQuery } from '@cotejo/http/server';
import type { z } from 'zod';
import { ACCESS, type Access } from '../access.ts';
import { profileOf, userRowOf } from '../people/profile.ts';

/** People of the own account, and the person who asks. */
@Controller()
export class UsersController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(accessCalls.oneself.me)
  me(
    @CurrentPrincipal() principal: Principal,
    @Query(zodQuery(currentUserQuery)) _query: z.infer<typeof currentUserQuery>,
  ): UserProfile {
    this.access.seen(principal);
    const profile = profileOf(this.access.state, principal);
    if (profile === null) throw new Refusal(accessErrors, 'user_not_found');
    return profile;
  }

  @Serves(accessCalls.oneself.ticket)
  ticket(@CurrentPrincipal() principal: Principal): z.infer<typeof ticketAnswer> {
    return { ticket: this.access.tickets.issue(principal) };
  }

  @Serves(accessCalls.people.users)
  users(@CurrentPrincipal() principal: Principal): UserRow[] {
    return this.access.state.people(principal.accountId).map(userRowOf).sort(byName);
  }
}

function byName(a: UserRow, b: UserRow): number {
  return a.first_name.localeCompare(b.first_name, 'es') || a.last_name.localeCompare(b.last_name, 'es');
}
