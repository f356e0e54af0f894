import { Controller, Inject, Param, Query } from '@nestjs/common';
import { accessCalls, type Principal } from '@cotejo/access-contracts';
import type { UserFacts } from '@cotejo/access-domain';
import {
  CurrentLanguage,
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type DataOf,
  type Language,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import { ACCESS, type Access } from '../access.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { sessionRowOf } from '../people/session-row.ts';
import { reasonOf } from '../state/change-access.ts';

const calls = accessCalls.people;

/** What is kept of a person: sessions, what happened to their access, and all of it to give out or forget. */
@Controller()
export class PersonRecordsController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(calls.sessions)
  async sessions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.sessions)) { id }: ParamsOf<typeof calls.sessions>,
    @CurrentLanguage() language: Language,
  ): Promise<DataOf<typeof calls.sessions>> {
    const user = this.person(principal, id);
    const sessions = await this.access.sessions.of({ accountId: principal.accountId, userId: user.id });
    const unknown = this.access.texts('device.unknown', language);
    return sessions.map((session) => sessionRowOf(session, { own: principal.sessionId, unknown }));
  }

  @Serves(calls.endSessions)
  async endSessions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.endSessions)) { id }: ParamsOf<typeof calls.endSessions>,
    @Query(queryOf(calls.endSessions)) query: QueryOf<typeof calls.endSessions>,
  ): Promise<DataOf<typeof calls.endSessions>> {
    return { ended: await this.access.admin.endSessions.of(principal, id, reasonOf(query)) };
  }

  @Serves(calls.history)
  async history(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.history)) { id }: ParamsOf<typeof calls.history>,
  ): Promise<DataOf<typeof calls.history>> {
    const user = this.person(principal, id);
    return [...(await this.access.admin.history.ofPerson(principal.accountId, user.id))];
  }

  @Serves(calls.exportData)
  exportData(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.exportData)) { id }: ParamsOf<typeof calls.exportData>,
  ): Promise<DataOf<typeof calls.exportData>> {
    return this.access.admin.personalData.give(principal, id);
  }

  @Serves(calls.forget)
  async forget(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.forget)) { id }: ParamsOf<typeof calls.forget>,
    @Query(queryOf(calls.forget)) query: QueryOf<typeof calls.forget>,
  ): Promise<DataOf<typeof calls.forget>> {
    await this.access.admin.personalData.forget(principal, id, reasonOf(query));
    return { forgotten: true };
  }

  /** The person's own, which needs nobody's permission. */
  @Serves(accessCalls.oneself.ownData)
  ownData(
    @CurrentPrincipal() { accountId, userId }: Principal,
  ): Promise<DataOf<typeof accessCalls.oneself.ownData>> {
    return this.access.admin.personalData.read(accountId, userId);
  }

  private person({ accountId }: Principal, id: string): UserFacts {
    return new AccountScope(this.access.state, accountId).person(id);
  }
}
