import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CallTurns } from '../shares/index.ts';
import { AccessGuard } from './access-guard.ts';
import { DeclaredRoutes } from './declared-routes.ts';
import { ErrorFilter, IS_PASSING, type IsPassing } from './error-filter.ts';
import { ErrorTexts } from './error-texts.ts';
import { REPEATS, RepeatableAnswers, type Repeats } from './repeatable-answers.ts';
import { REQUEST_LOG, type RequestLog } from './request-log.ts';

export interface HttpOptions {
  readonly texts: ErrorTexts;
  readonly log: RequestLog;
  /** Provided by the application, which knows its infrastructure's errors. Default: no exception is temporary. */
  readonly isPassing?: IsPassing;
  /** Enables repeatable calls with `Idempotency-Key`; without it the header is ignored. */
  readonly repeats?: Repeats;
  /** Limits of the calls of one user at once. */
  readonly turns?: CallTurns;
}

/** Guard, envelope and error texts of every call. Needs an `AUTHENTICATOR` from a global module. */
@Global()
@Module({})
export class HttpModule {
  static register(options: HttpOptions): DynamicModule {
    return {
      module: HttpModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: ErrorTexts, useValue: options.texts },
        { provide: REQUEST_LOG, useValue: options.log },
        { provide: IS_PASSING, useValue: options.isPassing ?? (() => false) },
        DeclaredRoutes,
        { provide: CallTurns, useValue: options.turns ?? new CallTurns() },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: REPEATS, useValue: options.repeats ?? null },
        // A single interceptor for envelope and repeats: each one costs every call as much as the whole access check.
        { provide: APP_INTERCEPTOR, useClass: RepeatableAnswers },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [DeclaredRoutes, ErrorTexts],
    };
  }
}
