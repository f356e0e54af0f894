import { Module, type DynamicModule } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { AUTHENTICATOR, controllerOf, HttpModule, PostgresAnswerJournal } from '@cotejo/http/server';
import type { Logger } from 'pino';
import type { Contexts } from './contexts.ts';
import type { Foundation } from './foundation.ts';
import { loadErrorTexts } from './http/error-texts.ts';
import { healthCalls, healthHandlers, type Readiness } from './http/health.ts';
import { isPassingFault } from './http/passing-faults.ts';
import { faultLog } from './http/request-logging.ts';

export interface ApplicationOptions {
  readonly foundation: Foundation;
  readonly contexts: Contexts;
  readonly log: Logger;
}

/** Root Nest module: controllers of every context and their shared providers. */
@Module({})
export class ApplicationModule {
  static register({ foundation, contexts, log }: ApplicationOptions): DynamicModule {
    const { pool, access, clock } = foundation;
    const readiness: Readiness = {
      check: async () => ({
        // Queries the database itself: the event store caches its identity and would answer without a
        // database.
        store: await pool.query('select 1').then(
          () => true,
          () => false,
        ),
        access: access.state.running,
        ...contexts.ready(),
      }),
    };
    return {
      module: ApplicationModule,
      // Global, with the authenticator that `HttpModule` needs.
      global: true,
      providers: [{ provide: AUTHENTICATOR, useValue: access.authenticator }],
      exports: [AUTHENTICATOR],
      imports: [
        HttpModule.register({
          texts: loadErrorTexts(),
          log: faultLog(log),
          isPassing: isPassingFault,
          repeats: { journal: new PostgresAnswerJournal(pool), identityOf, now: clock.now },
        }),
        contexts.live,
      ],
      controllers: [
        controllerOf('HealthController', healthCalls, healthHandlers(readiness)),
        ...contexts.controllers,
      ],
    };
  }
}

/** Key for stored answers of repeated calls: per user, across sessions. */
const identityOf = (principal: unknown): string => {
  const { accountId, userId } = principal as Principal;
  return `${accountId}/${userId}`;
};
