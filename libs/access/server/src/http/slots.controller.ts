import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import { accessCalls, type AccountId, type Principal, type SlotRow } from '@cotejo/access-contracts';
import {
  bodyOf,
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import { ACCESS, type Access } from '../access.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { assertAbi } from '../slots/keep-slots.ts';
import { slotRowOf, slotRowsOf } from '../slots/slot-row.ts';
import { reasonOf } from '../state/change-access.ts';
import { IDEMPOTENCY_HEADER, keyOf } from './idempotency.ts';

const calls = accessCalls.slots;

/** Places of the account's contract, and those of the add-on `abi`. */
@Controller()
export class SlotsController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(calls.slots)
  slots(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.slots)) { type, state }: QueryOf<typeof calls.slots>,
  ): SlotRow[] {
    return slotRowsOf(this.view(principal.accountId), 'account').filter(
      (row) => (type === undefined || row.type === type) && (state === undefined || row.state === state),
    );
  }

  @Serves(calls.abiSlots)
  abiSlots(@CurrentPrincipal() principal: Principal): SlotRow[] {
    const view = this.view(principal.accountId);
    assertAbi(view.scope.account);
    return slotRowsOf(view, 'abi');
  }

  @Serves(calls.assignAbi)
  async assignAbi(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.assignAbi)) body: BodyOf<typeof calls.assignAbi>,
  ): Promise<SlotRow> {
    const { slots } = this.access.admin;
    return this.row(principal, await slots.assignAbi(principal, body.user, reasonOf(body)));
  }

  @Serves(calls.releaseAbi)
  async releaseAbi(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.releaseAbi)) query: QueryOf<typeof calls.releaseAbi>,
  ): Promise<SlotRow> {
    const { slots } = this.access.admin;
    return this.row(principal, await slots.releaseAbi(principal, query.user, reasonOf(query)));
  }

  @Serves(calls.assign)
  async assign(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.assign)) { id }: ParamsOf<typeof calls.assign>,
    @Body(bodyOf(calls.assign)) body: BodyOf<typeof calls.assign>,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
  ): Promise<SlotRow> {
    return this.row(principal, await this.access.admin.slots.assign(principal, id, body, keyOf(key)));
  }

  @Serves(calls.unassign)
  async unassign(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.unassign)) { id }: ParamsOf<typeof calls.unassign>,
    @Body(bodyOf(calls.unassign)) body: BodyOf<typeof calls.unassign>,
  ): Promise<SlotRow> {
    return this.row(principal, await this.access.admin.slots.unassign(principal, id, reasonOf(body)));
  }

  @Serves(calls.release)
  async release(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.release)) { id }: ParamsOf<typeof calls.release>,
    @Body(bodyOf(calls.release)) body: BodyOf<typeof calls.release>,
  ): Promise<SlotRow> {
    return this.row(principal, await this.access.admin.slots.release(principal, id, reasonOf(body)));
  }

  private row({ accountId }: Principal, slot: string): SlotRow {
    const view = this.view(accountId);
    return slotRowOf(view, view.scope.slot(slot));
  }

  private view(account: AccountId) {
    const { state } = this.access;
    return { state, scope: new AccountScope(state, account), names: true };
  }
}
