import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { accessCalls, type AccountId, type Principal, type RoleRow } from '@cotejo/access-contracts';
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
import { roleRowOf, roleRows } from '../roles/role-row.ts';
import { builtInNames, roleTexts } from '../roles/role-texts.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { reasonOf } from '../state/change-access.ts';

const calls = accessCalls.roles;

/** Roles of the account, under both names that the contract has for them. */
@Controller()
export class RolesController {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(ErrorTexts) private readonly texts: ErrorTexts,
  ) {}

  @Serves(calls.paramlist)
  paramlist(@CurrentPrincipal() principal: Principal, @CurrentLanguage() language: Language): RoleRow[] {
    return this.rows(principal.accountId, language);
  }

  @Serves(calls.roles)
  roles(@CurrentPrincipal() principal: Principal, @CurrentLanguage() language: Language): RoleRow[] {
    return this.rows(principal.accountId, language);
  }

  @Serves(calls.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.create)) body: BodyOf<typeof calls.create>,
    @CurrentLanguage() language: Language,
  ): Promise<RoleRow> {
    const role = await this.access.admin.roles.create(principal, body, builtInNames(this.texts));
    return this.row(principal.accountId, role, language);
  }

  @Serves(calls.rename)
  async rename(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.rename)) { id }: ParamsOf<typeof calls.rename>,
    @Body(bodyOf(calls.rename)) body: BodyOf<typeof calls.rename>,
    @CurrentLanguage() language: Language,
  ): Promise<RoleRow> {
    await this.access.admin.roles.rename(principal, id, body, builtInNames(this.texts), reasonOf(body));
    return this.row(principal.accountId, id, language);
  }

  @Serves(calls.remove)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.remove)) { id }: ParamsOf<typeof calls.remove>,
    @Query(queryOf(calls.remove)) query: QueryOf<typeof calls.remove>,
  ): Promise<DataOf<typeof calls.remove>> {
    await this.access.admin.roles.remove(principal, id, reasonOf(query));
    return { deleted: true };
  }

  @Serves(calls.paramlistPermissions)
  paramlistPermissions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.paramlistPermissions)) { id }: ParamsOf<typeof calls.paramlistPermissions>,
    @CurrentLanguage() language: Language,
  ): DataOf<typeof calls.permissions> {
    return this.matrix(principal.accountId, id, language);
  }

  @Serves(calls.permissions)
  permissions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.permissions)) { id }: ParamsOf<typeof calls.permissions>,
    @CurrentLanguage() language: Language,
  ): DataOf<typeof calls.permissions> {
    return this.matrix(principal.accountId, id, language);
  }

  @Serves(calls.setParamlistPermissions)
  setParamlistPermissions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.setParamlistPermissions)) { id }: ParamsOf<typeof calls.setPermissions>,
    @Body(bodyOf(calls.setParamlistPermissions)) body: BodyOf<typeof calls.setPermissions>,
    @CurrentLanguage() language: Language,
  ): Promise<DataOf<typeof calls.setPermissions>> {
    return this.set(principal, id, body, language);
  }

  @Serves(calls.setPermissions)
  setPermissions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.setPermissions)) { id }: ParamsOf<typeof calls.setPermissions>,
    @Body(bodyOf(calls.setPermissions)) body: BodyOf<typeof calls.setPermissions>,
    @CurrentLanguage() language: Language,
  ): Promise<DataOf<typeof calls.setPermissions>> {
    return this.set(principal, id, body, language);
  }

  private async set(
    principal: Principal,
    id: string,
    body: BodyOf<typeof calls.setPermissions>,
    language: Language,
  ): Promise<DataOf<typeof calls.setPermissions>> {
    await this.access.admin.roles.setPermissions(principal, id, body, reasonOf(body));
    return this.matrix(principal.accountId, id, language);
  }

  private matrix(account: AccountId, id: string, language: Language): DataOf<typeof calls.permissions> {
    return { permissions: this.row(account, id, language).permissions };
  }

  private rows(account: AccountId, language: Language): RoleRow[] {
    return [...roleRows(this.scope(account), roleTexts(this.texts, language))];
  }

  private row(account: AccountId, id: string, language: Language): RoleRow {
    return roleRowOf(this.scope(account), id, roleTexts(this.texts, language));
  }

  private scope(account: AccountId): AccountScope {
    return new AccountScope(this.access.state, account);
  }
}
