import { accessCalls, type Principal } from '@cotejo/access-contracts';
import { addressKey } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { tokenOf, type Handlers } from '@cotejo/http/server';
import type { Served } from './served.ts';

/** Settings of the installation for pages, and reports from pages. */
export function shellHandlers({ access }: Served): Handlers<typeof accessCalls.shell, Principal> {
  const { shell, external, authenticator } = access;
  /** Null without a valid session: error reports are accepted nevertheless. */
  const reporter = async (authorization: string | undefined): Promise<Principal | null> => {
    const token = tokenOf(authorization);
    if (token === null) return null;
    return authenticator.authenticate(token).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  };
  return {
    settings: () => ({ ...shell.settings, methods: ['password', ...external.methods] }),
    errorReport: async ({ body, request }) => {
      refuseMore(shell.reportLimit.take(addressKey(request.ip ?? '')));
      const id = await shell.reports.keep(await reporter(request.headers.authorization), body);
      if (id === null) throw new Refusal(httpErrors, 'too_many_requests');
      return { id };
    },
    /** Attributed to the signed-in user; a user named in the report is ignored. */
    telemetry: ({ principal: { userId: user }, body: { session, events } }) => {
      refuseMore(shell.telemetryLimit.take(user));
      shell.telemetry.relay({ session, user, events });
    },
  };
}

function refuseMore(retryAfter: number | null): void {
  if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
}
