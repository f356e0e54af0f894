import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import {
  accessCalls,
  accessErrors,
  type AccountId,
  type AccountRow,
  type Principal,
  type SlotRow,
  type UserId,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import {
  bodyOf,
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type BodyOf,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import { ACCESS, type Access } from '../access.ts';
import { accountRowOf, consultantRowOf, type ConsultantRow } from '../accounts/account-row.ts';
import { slotRowOf, slotRowsOf, type SlotView } from '../slots/slot-row.ts';
import { reasonOf } from '../state/change-access.ts';
import { IDEMPOTENCY_HEADER, keyOf } from './idempotency.ts';

const calls = accessCalls.product;

/** Accounts, for the product's administrators alone. */
@Controller()
export class ProductController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(calls.accounts)
  accounts(): Promise<AccountRow[]> {
    return this.rows(this.access.state.accounts);
  }

  @Serves(calls.openAccount)
  async openAccount(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.openAccount)) body: BodyOf<typeof calls.openAccount>,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
  ): Promise<AccountRow> {
    return this.row(await this.access.admin.accounts.open(principal, body, keyOf(key)));
  }

  @Serves(calls.changeAccount)
  async changeAccount(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.changeAccount)) { id }: ParamsOf<typeof calls.changeAccount>,
    @Body(bodyOf(calls.changeAccount)) body: BodyOf<typeof calls.changeAccount>,
  ): Promise<AccountRow> {
    await this.access.admin.accounts.change(principal, id, body);
    return this.row(id);
  }

  @Serves(calls.slots)
  slots(@Param(paramsOf(calls.slots)) { id }: ParamsOf<typeof calls.slots>): SlotRow[] {
    const view = this.view(id);
    return [...slotRowsOf(view, 'account'), ...slotRowsOf(view, 'abi')];
  }

  @Serves(calls.createSlots)
  async createSlots(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.createSlots)) { id }: ParamsOf<typeof calls.createSlots>,
    @Body(bodyOf(calls.createSlots)) body: BodyOf<typeof calls.createSlots>,
  ): Promise<SlotRow[]> {
    const slots = await this.access.admin.accounts.createSlots(principal, id, body);
    const view = this.view(id);
    return slots.map((slot) => slotRowOf(view, view.scope.slot(slot)));
  }

  @Serves(calls.dateSlot)
  async dateSlot(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.dateSlot)) params: ParamsOf<typeof calls.dateSlot>,
    @Body(bodyOf(calls.dateSlot)) body: BodyOf<typeof calls.dateSlot>,
  ): Promise<SlotRow> {
    await this.access.admin.accounts.dateSlot(principal, params, body, reasonOf(body));
    const view = this.view(params.id);
    return slotRowOf(view, view.scope.slot(params.slot));
  }

  @Serves(calls.removeSlot)
  async removeSlot(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.removeSlot)) params: ParamsOf<typeof calls.removeSlot>,
    @Query(queryOf(calls.removeSlot)) query: QueryOf<typeof calls.removeSlot>,
  ): Promise<DataOf<typeof calls.removeSlot>> {
    await this.access.admin.accounts.removeSlot(principal, params, reasonOf(query));
    return { removed: true };
  }

  @Serves(calls.admitConsultant)
  async admitConsultant(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.admitConsultant)) { id }: ParamsOf<typeof calls.admitConsultant>,
    @Body(bodyOf(calls.admitConsultant)) body: BodyOf<typeof calls.admitConsultant>,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
  ): Promise<ConsultantRow> {
    return this.consultant(id, await this.access.admin.accounts.admit(principal, id, body, keyOf(key)));
  }

  @Serves(calls.renewConsultant)
  async renewConsultant(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.renewConsultant)) params: ParamsOf<typeof calls.renewConsultant>,
    @Body(bodyOf(calls.renewConsultant)) body: BodyOf<typeof calls.renewConsultant>,
  ): Promise<ConsultantRow> {
    const { accounts } = this.access.admin;
    const user = await accounts.decideConsultant(principal, params, 'renew', reasonOf(body));
    return this.consultant(params.id, user);
  }

  @Serves(calls.revokeConsultant)
  async revokeConsultant(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.revokeConsultant)) params: ParamsOf<typeof calls.revokeConsultant>,
    @Query(queryOf(calls.revokeConsultant)) query: QueryOf<typeof calls.revokeConsultant>,
  ): Promise<ConsultantRow> {
    const { accounts } = this.access.admin;
    const user = await accounts.decideConsultant(principal, params, 'revoke', reasonOf(query));
    return this.consultant(params.id, user);
  }

  private async row(id: string): Promise<AccountRow> {
    const [row] = await this.rows([this.access.admin.accounts.scope(id).id]);
    if (row === undefined) throw new Error('an account without a row');
    return row;
  }

  private async rows(ids: readonly AccountId[]): Promise<AccountRow[]> {
    const used = await this.access.admin.account.storage(ids);
    return ids.map((id) =>
      accountRowOf(this.access.state, this.access.admin.accounts.scope(id), used.get(id) ?? 0),
    );
  }

  private consultant(id: string, user: UserId): ConsultantRow {
    const facts = this.access.admin.accounts.scope(id).account.consultants.get(user);
    if (facts === undefined) throw new Refusal(accessErrors, 'consultant_not_found');
    return consultantRowOf(this.access.state, user, facts);
  }

  /** Who fills a slot is the account's own business. */
  private view(id: string): SlotView {
    return { state: this.access.state, scope: this.access.admin.accounts.scope(id), names: false };
  }
}
