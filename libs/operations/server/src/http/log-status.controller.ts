import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import { CurrentPrincipal, Requires, zodBody } from '@cotejo/http/server';
import { retryBody, type LogStatus, type RetryBody, type RetryOutcome } from '@cotejo/operations-contracts';
import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { readLogStatus } from '../figures/read-log-status.ts';
import { OPERATIONS_SERVICES, type OperationsServices } from './operations-services.ts';
import { retryParkedStreams } from './retry-parked-streams.ts';

/**
 * State of the log and of what reads it. Both speak of all accounts at once (names of streams, texts of
 * faults), so both doors open to product administrators alone.
 */
@Controller('operaciones/registro')
export class LogStatusController {
  constructor(@Inject(OPERATIONS_SERVICES) private readonly services: OperationsServices) {}

  @Requires('product.access' satisfies PermissionKey)
  @Get()
  status(): Promise<LogStatus> {
    return readLogStatus(this.services);
  }

  /** Tries parked streams again and says, for each, how it went. */
  @Requires('product.retry' satisfies PermissionKey)
  @Post('reintentos')
  @HttpCode(200)
  retry(
    @CurrentPrincipal() principal: Principal,
    @Body(zodBody(retryBody)) body: RetryBody,
  ): Promise<RetryOutcome[]> {
    return retryParkedStreams(this.services, body, principal.userId);
  }
}
