import { Controller, Get, Inject } from '@nestjs/common';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { Public } from '@cotejo/http/server';

/** What must hold before a load balancer may send people here: name → whether it does. */
export interface Readiness {
  check(): Promise<Readonly<Record<string, boolean>>>;
}

export const READINESS = Symbol('Readiness');

@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

  /** The process answers. */
  @Public()
  @Get('live')
  live(): { live: true } {
    return { live: true };
  }

  /** The node can do its work. */
  @Public()
  @Get('ready')
  async ready(): Promise<Readonly<Record<string, boolean>>> {
    const checks = await this.readiness.check();
    if (Object.values(checks).includes(false))
      throw new Refusal(httpErrors, 'unavailable', { details: checks });
    return checks;
  }
}
