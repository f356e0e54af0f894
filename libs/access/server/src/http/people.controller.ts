import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import {
  accessCalls,
  accessErrors,
  type AccountId,
  type Principal,
  type UserDetail,
} from '@cotejo/access-contracts';
import { canOf, normalizedEmail, type UserFacts } from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import {
  bodyOf,
  CurrentLanguage,
  CurrentPrincipal,
  ErrorTexts,
  paramsOf,
  queryOf,
  Serves,
  type BodyOf,
  type DataOf,
  type Language,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import { ACCESS, type Access } from '../access.ts';
import type { PlainCommand } from '../people/edit-people.ts';
import { byName, rowOf, userDetailOf, visibleTo } from '../people/person-views.ts';
import { usualYears } from '../people/year-settings.ts';
import { roleTexts } from '../roles/role-texts.ts';
import { AccountScope, roleOfKey } from '../scope/account-scope.ts';
import { reasonOf, type Reason } from '../state/change-access.ts';
import { IDEMPOTENCY_HEADER, keyOf } from './idempotency.ts';

const calls = accessCalls.people;

/** People of the own account, and what administrators do with them. */
@Controller()
export class PeopleController {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(ErrorTexts) private readonly texts: ErrorTexts,
  ) {}

  @Serves(calls.users)
  async users(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.users)) query: QueryOf<typeof calls.users>,
    @CurrentLanguage() language: Language,
  ): Promise<DataOf<typeof calls.users>> {
    const { state } = this.access;
    const scope = new AccountScope(state, principal.accountId);
    const isDetailed = canOf(principal)('users.access');
    const people = visibleTo(principal, scope.people, await this.access.associates.of(principal)).filter(
      (user) => (isDetailed || !user.forgotten) && this.isAsked(user, query, isDetailed),
    );
    const rows = isDetailed
      ? people.map((user) => this.detailOf(scope, user, language))
      : people.map((user) => rowOf(state, user));
    return rows.sort(byName);
  }

  /** Before the door of one person, whose id its name would be. */
  @Serves(calls.ownYears)
  ownYears(): DataOf<typeof calls.ownYears> {
    return usualYears(this.access.state.moment.now);
  }

  @Serves(calls.user)
  user(
    @CurrentPrincipal() { accountId }: Principal,
    @Param(paramsOf(calls.user)) { id }: ParamsOf<typeof calls.user>,
    @CurrentLanguage() language: Language,
  ): UserDetail {
    return this.detail(accountId, id, language);
  }

  @Serves(calls.createUser)
  async createUser(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.createUser)) body: BodyOf<typeof calls.createUser>,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
    @CurrentLanguage() language: Language,
  ): Promise<UserDetail> {
    const id = await this.access.admin.people.create(principal, body, keyOf(key));
    return this.detail(principal.accountId, id, language);
  }

  @Serves(calls.editUser)
  async editUser(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.editUser)) { id }: ParamsOf<typeof calls.editUser>,
    @Body(bodyOf(calls.editUser)) body: BodyOf<typeof calls.editUser>,
    @CurrentLanguage() language: Language,
  ): Promise<DataOf<typeof calls.editUser>> {
    const { people } = this.access.admin;
    if (!('generate_password' in body)) {
      await people.edit(principal, id, body);
      return this.detail(principal.accountId, id, language);
    }
    const generated = await people.setPassword(principal, id, body);
    const detail = this.detail(principal.accountId, id, language);
    return generated === null ? detail : { ...detail, generated_password: generated };
  }

  @Serves(calls.lock)
  lock(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.lock)) { id }: ParamsOf<typeof calls.lock>,
    @Body(bodyOf(calls.lock)) body: BodyOf<typeof calls.lock>,
    @CurrentLanguage() language: Language,
  ): Promise<UserDetail> {
    return this.apply(principal, id, { kind: body.locked ? 'lock' : 'unlock' }, reasonOf(body), language);
  }

  @Serves(calls.releaseSignIn)
  releaseSignIn(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.releaseSignIn)) { id }: ParamsOf<typeof calls.releaseSignIn>,
    @Query(queryOf(calls.releaseSignIn)) query: QueryOf<typeof calls.releaseSignIn>,
    @CurrentLanguage() language: Language,
  ): Promise<UserDetail> {
    return this.apply(principal, id, { kind: 'release-sign-in' }, reasonOf(query), language);
  }

  @Serves(calls.setMethod)
  setMethod(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.setMethod)) { id }: ParamsOf<typeof calls.setMethod>,
    @Body(bodyOf(calls.setMethod)) body: BodyOf<typeof calls.setMethod>,
    @CurrentLanguage() language: Language,
  ): Promise<UserDetail> {
    return this.apply(principal, id, { kind: 'method', method: body.auth_method }, reasonOf(body), language);
  }

  @Serves(calls.forceReset)
  forceReset(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.forceReset)) { id }: ParamsOf<typeof calls.forceReset>,
    @Body(bodyOf(calls.forceReset)) body: BodyOf<typeof calls.forceReset>,
    @CurrentLanguage() language: Language,
  ): Promise<UserDetail> {
    return this.apply(principal, id, { kind: 'force-reset' }, reasonOf(body), language);
  }

  @Serves(calls.removeOtp)
  removeOtp(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.removeOtp)) { id }: ParamsOf<typeof calls.removeOtp>,
    @Query(queryOf(calls.removeOtp)) query: QueryOf<typeof calls.removeOtp>,
    @CurrentLanguage() language: Language,
  ): Promise<UserDetail> {
    return this.apply(principal, id, { kind: 'remove-otp' }, reasonOf(query), language);
  }

  @Serves(calls.years)
  async years(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.years)) { id }: ParamsOf<typeof calls.years>,
  ): Promise<DataOf<typeof calls.years>> {
    const user = new AccountScope(this.access.state, principal.accountId).person(id);
    const associates = await this.access.associates.of(principal);
    if (visibleTo(principal, [user], associates).length === 0)
      throw new Refusal(accessErrors, 'user_not_found');
    return usualYears(this.access.state.moment.now);
  }

  private async apply(
    principal: Principal,
    id: string,
    command: PlainCommand,
    reason: Reason,
    language: Language,
  ): Promise<UserDetail> {
    await this.access.admin.people.apply(principal, id, command, reason);
    return this.detail(principal.accountId, id, language);
  }

  private detail(account: AccountId, id: string, language: Language): UserDetail {
    const scope = new AccountScope(this.access.state, account);
    return this.detailOf(scope, scope.person(id), language);
  }

  private detailOf(scope: AccountScope, user: UserFacts, language: Language): UserDetail {
    const nameOfRole = roleTexts(this.texts, language).name;
    return userDetailOf({ state: this.access.state, scope, nameOfRole }, user);
  }

  private isAsked(user: UserFacts, query: QueryOf<typeof calls.users>, isDetailed: boolean): boolean {
    const { q, role, user_type: type, locked } = query;
    if (role !== undefined && user.role !== roleOfKey(role)) return false;
    if (type !== undefined && user.userType !== type) return false;
    if (locked !== undefined && user.locked !== (locked === '1')) return false;
    if (q === undefined || q === '') return true;
    const data = this.access.state.personalData(user.id);
    if (data === null) return false;
    // Whoever may not see e-mails may not find them out either.
    const words = [data.firstName, data.lastName, data.username, ...(isDetailed ? [data.email] : [])];
    return normalizedEmail(words.join(' ')).includes(normalizedEmail(q));
  }
}
