import { Controller, Headers, HttpCode, Inject, Post, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import type { ImportAnswer } from '@cotejo/audits-contracts';
import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, Requires, Upload, UploadedBody, zodQuery } from '@cotejo/http/server';
import { importCatalogueQuery, type ImportCatalogueQuery } from '@cotejo/worksheets-contracts';
import { MAX_CATALOGUE_BYTES, tooLarge } from '../import/catalogue-reader.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

/** Path of the upload, whose body is read only once its sender is let in. */
export const CATALOGUE_UPLOAD = /\/proyecto\/riesgo\/auditoria\/actions\/importar-catalogo\/?$/;

@Controller('proyecto/riesgo/auditoria/actions/importar-catalogo')
export class ImportController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  /** Creates an audit programme from an OSCAL catalogue; the answer comes when it is begun. */
  @Post()
  @HttpCode(202)
  @Requires('audits.import')
  @Upload({ limit: MAX_CATALOGUE_BYTES, tooLarge })
  async begin(
    @CurrentPrincipal() principal: Principal,
    @Query(zodQuery(importCatalogueQuery)) { nombre, confirmar }: ImportCatalogueQuery,
    @Headers('idempotency-key') header: string | undefined,
    @UploadedBody() file: Uint8Array,
  ): Promise<ImportAnswer> {
    const key = idempotencyKey.safeParse(header);
    if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
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
