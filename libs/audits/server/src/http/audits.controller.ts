import { Body, Controller, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import { BUILT_IN_TEMPLATES } from '@cotejo/audits-domain';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditDetail,
  auditErrors,
  auditId,
  auditRow,
  auditStream,
  auditTemplateRow,
  createAuditBody,
  type AuditDetail,
  type AuditId,
  type AuditRow,
  type AuditTemplateRow,
  type CreateAuditBody,
} from '@cotejo/audits-contracts';
import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';
import { Answers, CurrentPrincipal, Requires, zodBody, zodParams } from '@cotejo/http/server';
import { z } from 'zod';
import { findAudit, listAudits, newestAuditChange } from '../read-models/list-audits.ts';
import { readTeam } from '../read-models/read-team.ts';
import { toAuditDetail, toAuditRow, toTemplateRow } from './audit-mapping.ts';
import { mayList } from './audit-policy.ts';
import { countNotesOf } from './count-notes.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { createAuditInAccount } from './create-audit.ts';
import { People } from './people.ts';

/** Cursor of the list's feed to which an answer corresponds: follow from there and miss nothing. */
export const FEED_CURSOR_HEADER = 'X-Feed-Cursor';

const auditParams = z.object({ id: auditId });

/** What a new audit answers while its rows are not readable yet. */
export interface UnprojectedAudit {
  readonly id: AuditId;
  readonly codigo: string;
  readonly projected: false;
}

interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

@Controller('proyecto/riesgo/auditoria')
export class AuditsController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The account's audits that the caller may see, newest first. */
  @Get()
  @Requires('audits.list')
  @Answers({ data: z.array(auditRow) })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<AuditRow[]> {
    const { db } = this.services;
    // Read before the rows: what happens in between comes once more through the feed, never not at all.
    const cursor = await newestAuditChange(db, principal.accountId, 'audits');
    const entries = await listAudits(db, principal);
    response.setHeader(FEED_CURSOR_HEADER, String(cursor));
    const people = this.people(principal);
    const shown = entries.filter((entry) => mayList(principal, entry));
    const notes = await countNotesOf(this.services.notes, principal.accountId, shown);
    return shown.map((entry) => toAuditRow(entry, people, notes));
  }

  /** Templates that come with the product. */
  @Get('plantillas')
  @Requires('audits.list')
  @Answers({ data: z.array(auditTemplateRow) })
  templates(): AuditTemplateRow[] {
    return BUILT_IN_TEMPLATES.map(toTemplateRow);
  }

  /** One audit with its team and what the caller may do in it. */
  @Get(':id')
  @Requires('audits.list')
  @Answers({ data: auditDetail, refusals: ['audit_not_found'] })
  async detail(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
  ): Promise<AuditDetail> {
    const detail = await this.read(principal, id);
    if (!detail) throw new Refusal(auditErrors, 'audit_not_found');
    return detail;
  }

  /** Creates an audit from a template; the answer is its detail, or `projected: false` after half a second. */
  @Post()
  @Requires('audits.add')
  @Answers({
    data: auditDetail.extend({ projected: z.boolean() }),
    refusals: [
      'template_not_found',
      'scope_required',
      'child_type_not_allowed',
      'dates_reversed',
      'leader_not_found',
      'member_not_found',
      'beyond_own_rights',
      'code_taken',
    ],
    headers: ['Idempotency-Key'],
  })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(zodBody(createAuditBody)) body: CreateAuditBody,
    @Headers('idempotency-key') header: string | undefined,
  ): Promise<(AuditDetail & { readonly projected: true }) | UnprojectedAudit> {
    const key = idempotencyKey.safeParse(header);
    if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
    const created = await createAuditInAccount(this.services, { principal, body, key: key.data });
    const { id, code, version } = created;
    const isReadable = await this.services.projection.waitFor(auditStream(id), version);
    const detail = isReadable ? await this.read(principal, id) : null;
    return detail ? { ...detail, projected: true } : { id, codigo: code, projected: false };
  }

  private async read(principal: Principal, id: AuditId): Promise<AuditDetail | null> {
    const { db } = this.services;
    const entry = await findAudit(db, principal, id);
    if (!entry || !mayList(principal, entry)) return null;
    const team = await readTeam(db, principal.accountId, id);
    const notes = await countNotesOf(this.services.notes, principal.accountId, [entry]);
    return toAuditDetail(entry, team, principal, this.people(principal), notes);
  }

  private people({ accountId }: Principal): People {
    return new People(this.services.directory, accountId);
  }
}
