import { Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import {
  accessErrors,
  type PermissionKey,
  type Principal,
  type ticketAnswer,
  type UserProfile,
  type UserRow,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { Authenticated, CurrentPrincipal, NeverRepeated, Requires, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import { ACCESS, type Access } from '../access.ts';
import { profileOf, userRowOf } from '../people/profile.ts';

/** The page from which the person comes. */
const currentUserQuery = z.object({ pageUrl: z.string().max(2000).optional() });

/** People of the own account, and the person who asks. */
@Controller('users')
export class UsersController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Authenticated()
  @Get('@me')
  me(
    @CurrentPrincipal() principal: Principal,
    @Query(zodQuery(currentUserQuery)) _query: z.infer<typeof currentUserQuery>,
  ): UserProfile {
    this.access.seen(principal);
    const profile = profileOf(this.access.state, principal);
    if (profile === null) throw new Refusal(accessErrors, 'user_not_found');
    return profile;
  }

  @Authenticated()
  @NeverRepeated()
  @Post('@me/ticket')
  @HttpCode(200)
  ticket(@CurrentPrincipal() principal: Principal): z.infer<typeof ticketAnswer> {
    return { ticket: this.access.tickets.issue(principal) };
  }

  @Requires('users.list' satisfies PermissionKey)
  @Get()
  users(@CurrentPrincipal() principal: Principal): UserRow[] {
    return this.access.state.people(principal.accountId).map(userRowOf).sort(byName);
  }
}

function byName(a: UserRow, b: UserRow): number {
  return a.first_name.localeCompare(b.first_name, 'es') || a.last_name.localeCompare(b.last_name, 'es');
}
