import { Module, type DynamicModule } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { AccessModule } from '@cotejo/access-server';
import { controllerOf, HttpModule, PostgresAnswerJournal } from '@cotejo/http/server';
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

/** The list of modules: doors of every context, and what they all stand on. */
@Module({})
export class ApplicationModule {
  static register({ foundation, contexts, log }: ApplicationOptions): DynamicModule {
    const { pool, access, clock } = foundation;
    const readiness: Readiness = {
      check: async () => ({
        // Asked anew: what the log knows of itself it remembers, and would say so without a database.
        store: await pool.query('select 1').then(
          () => true,
          () => false,
        ),
        access: access.state.running,
        ...contexts.ready(),
      }),
    };
    const texts = loadErrorTexts();
    return {
      module: ApplicationModule,
      imports: [
        HttpModule.register({
          texts,
          log: faultLog(log),
          isPassing: isPassingFault,
          repeats: { journal: new PostgresAnswerJournal(pool), identityOf, now: clock.now },
        }),
        AccessModule.register({ access, texts }),
        ...contexts.modules,
      ],
      controllers: [controllerOf('HealthController', healthCalls, healthHandlers(readiness))],
    };
  }
}

/** A person, over all of their sessions: repeated calls find their answers by it. */
const identityOf = (principal: unknown): string => {
  const { accountId, userId } = principal as Principal;
  return `${accountId}/${userId}`;
};
