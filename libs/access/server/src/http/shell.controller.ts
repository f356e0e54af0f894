import { Body, Controller, Inject, Req } from '@nestjs/common';
import { accessCalls, type Principal, type ShellSettings } from '@cotejo/access-contracts';
import { addressKey } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { bodyOf, CurrentPrincipal, Serves, tokenOf, type BodyOf, type DataOf } from '@cotejo/http/server';
import type { Request } from 'express';
import { ACCESS, type Access } from '../access.ts';

const calls = accessCalls.shell;

/** What pages need of the installation, and what they tell it. */
@Controller()
export class ShellController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(calls.settings)
  settings(): ShellSettings {
    return { ...this.access.shell.settings, methods: ['password', ...this.access.external.methods] };
  }

  @Serves(calls.errorReport)
  async errorReport(
    @Body(bodyOf(calls.errorReport)) body: BodyOf<typeof calls.errorReport>,
    @Req() request: Request,
  ): Promise<DataOf<typeof calls.errorReport>> {
    const wait = this.access.shell.reportLimit.take(addressKey(request.ip ?? ''));
    if (wait !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter: wait } });
    const id = await this.access.shell.reports.keep(await this.whoever(request), body);
    if (id === null) throw new Refusal(httpErrors, 'too_many_requests');
    return { id };
  }

  /** Whose batch it is we know better than the page. */
  @Serves(calls.telemetry)
  telemetry(
    @CurrentPrincipal() { userId: user }: Principal,
    @Body(bodyOf(calls.telemetry)) { session, events }: BodyOf<typeof calls.telemetry>,
  ): void {
    const wait = this.access.shell.telemetryLimit.take(user);
    if (wait !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter: wait } });
    this.access.shell.telemetry.relay({ session, user, events });
  }

  /** Null for nobody, and for a session that is over: a broken page is told of all the same. */
  private async whoever(request: Request): Promise<Principal | null> {
    const token = tokenOf(request.headers.authorization);
    if (token === null) return null;
    return this.access.authenticator.authenticate(token).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  }
}
