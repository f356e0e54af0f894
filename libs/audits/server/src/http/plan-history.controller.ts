import { Controller, Get, Headers, Inject, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  changeLogExportQuery,
  changeLogQuery,
  changeRow,
  LOG_PROOF_HEADER,
  type ChangeFilter,
  type ChangeLogExportQuery,
  type ChangeLogQuery,
  type ChangeRow,
} from '@cotejo/audits-contracts';
import {
  Answers,
  CallerGone,
  CurrentPrincipal,
  RawAnswer,
  Requires,
  zodParams,
  zodQuery,
} from '@cotejo/http/server';
import { matchLanguage } from '@cotejo/i18n';
import { z } from 'zod';
import { exportLog } from '../export/export-log.ts';
import { Turns, type Asker } from '../history/turns.ts';
import { readChangesBefore, type WantedChanges } from '../read-models/read-change-log.ts';
import { admitToAudit } from './admit-to-audit.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { toChangeRow } from './change-mapping.ts';
import { inTurn } from './in-turn.ts';
import { People } from './people.ts';
import { recordParams, type HeaderSink, type RecordParams } from './tree-door.ts';

/** Files that a node writes at once, and that one person may wait for. */
const FILES_AT_ONCE = 1;
const FILES_EACH = 2;
/** Of one account. */
const FILES_OF_ACCOUNT = 10;

const MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

/** The change log of a record. */
@Controller('proyecto/riesgo/:model/:id/historial')
export class PlanHistoryController {
  private readonly files = new Turns(FILES_AT_ONCE, FILES_EACH, FILES_OF_ACCOUNT);

  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** A page of what is asked for of the log, newest first, before version `antes`. */
  @Get()
  @Requires('plan.history')
  @Answers({ data: z.array(changeRow), refusals: ['audit_not_found'] })
  async history(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Query(zodQuery(changeLogQuery)) { antes, limite, ...filter }: ChangeLogQuery,
  ): Promise<ChangeRow[]> {
    const { db, directory } = this.services;
    await admitToAudit(db, principal, id, 'plan.history', model);
    const changes = await readChangesBefore(
      db,
      principal.accountId,
      id,
      antes ?? null,
      limite,
      wantedBy(filter),
    );
    const people = new People(directory, principal.accountId);
    return changes.map((change) => toChangeRow(change, people));
  }

  /** What is asked for of the log as a file, oldest first; a header says what it proves. */
  @Get('exportar')
  @Requires('plan.history')
  @RawAnswer()
  @Answers({
    data: z.string().meta({ contentMediaType: 'application/octet-stream' }),
    refusals: ['audit_not_found', 'log_too_long'],
  })
  async export(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Query(zodQuery(changeLogExportQuery)) { formato: format, ...filter }: ChangeLogExportQuery,
    @Headers('accept-language') wantedLanguage: string | undefined,
    @CallerGone() signal: AbortSignal,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<StreamableFile> {
    const { services } = this;
    const record = await admitToAudit(services.db, principal, id, 'plan.history', model);
    const asker: Asker = { id: principal.userId, account: principal.accountId, signal };
    const language = matchLanguage(wantedLanguage);
    const request = { principal, record, format, wanted: wantedBy(filter), language, asker };
    const { name, bytes, proof } = await inTurn(
      asker,
      exportLog({ ...services, files: this.files }, request),
    );
    response.setHeader(LOG_PROOF_HEADER, JSON.stringify(proof));
    response.setHeader('Cache-Control', 'private, no-store');
    return new StreamableFile(bytes, {
      type: MEDIA_TYPES[format],
      length: bytes.length,
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  }
}

/** What a filter asks of the read models. */
export const wantedBy = ({ persona, tipo, item, rama, desde, hasta }: ChangeFilter): WantedChanges => ({
  actors: persona ?? null,
  types: tipo ?? null,
  item: item === undefined ? null : { id: item, withBranch: rama === true },
  since: desde ?? null,
  until: hasta ?? null,
});
