import type { IncomingMessage } from 'node:http';
import { Controller, Headers, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import type { ImportAnswer } from '@cotejo/audits-contracts';
import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, Requires, zodQuery } from '@cotejo/http/server';
import { importCatalogueQuery, type ImportCatalogueQuery } from '@cotejo/worksheets-contracts';
import { MAX_CATALOGUE_BYTES, tooLarge } from '../import/read-programme.ts';
import { readUpload } from './read-upload.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

/** Path of the upload, whose body this controller reads itself. */
export const CATALOGUE_UPLOAD = /\/proyecto\/riesgo\/auditoria\/actions\/importar-catalogo\/?$/;

@Controller('proyecto/riesgo/auditoria/actions/importar-catalogo')
export class ImportController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  /** Creates an audit programme from an OSCAL catalogue; the answer comes when it is begun. */
  @Post()
  @HttpCode(202)
  @Requires('audits.import')
  async begin(
    @CurrentPrincipal() principal: Principal,
    @Query(zodQuery(importCatalogueQuery)) { nombre, confirmar }: ImportCatalogueQuery,
    @Headers('idempotency-key') header: string | undefined,
    @Req() request: IncomingMessage,
  ): Promise<ImportAnswer> {
    const key = idempotencyKey.safeParse(header);
    if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
    const file = await readUpload(request, MAX_CATALOGUE_BYTES, tooLarge);
    const { answer } = await this.services.imports.begin({
      principal,
      file,
      name: nombre,
      confirmed: confirmar === '1',
      key: key.data,
    });
    // How it ends is seen in the list: the audit is whole, or gone. Why it is gone is in the log.
    return answer;
  }
}
