import { Controller, Inject, Param, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, auditStream, type AuditId } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import {
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import { pastCalls as calls, worksheetErrors } from '@cotejo/worksheets-contracts';
import { readContents } from '../past/read-contents.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

/** Milliseconds: plans of the past are read from the log itself, and may be ahead of these rows for a moment. */
const PATIENCE_MS = 5_000;

/** Worksheets as they were. */
@Controller()
export class PastController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  @Serves(calls.contents)
  async contents(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.contents)) { auditId, itemId }: ParamsOf<typeof calls.contents>,
    @Query(queryOf(calls.contents)) { version }: QueryOf<typeof calls.contents>,
  ): Promise<DataOf<typeof calls.contents>> {
    const { audits, projection } = this.services;
    await audits.admit(principal, auditId, 'plan.access');
    if (!(await projection.waitFor(auditStream(auditId), version, 0))) {
      await this.refuseUnreached(auditId, version);
      if (!(await projection.waitFor(auditStream(auditId), version, PATIENCE_MS)))
        throw new Refusal(worksheetErrors, 'contents_not_readable');
    }
    const at = { audit: auditId, item: itemId, version };
    const contents = await readContents(this.services, principal.accountId, at);
    if (!contents) throw new Refusal(auditErrors, 'item_not_found');
    return contents;
  }

  /** What is yet to come is not waited for. */
  private async refuseUnreached(audit: AuditId, version: number): Promise<void> {
    const held = await this.services.audits.hold(audit);
    const head = held?.version ?? -1;
    held?.release();
    if (version <= head) return;
    const params = { version, head };
    throw new Refusal(auditErrors, 'version_not_reached', { params, details: params });
  }
}
