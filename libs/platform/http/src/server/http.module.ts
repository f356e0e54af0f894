import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access-guard.ts';
import { DeclaredDoors } from './declared-doors.ts';
import { ErrorFilter, IS_PASSING, type IsPassing } from './error-filter.ts';
import { ErrorTexts } from './error-texts.ts';
import { REPEATS, RepeatableAnswers, type Repeats } from './repeatable-answers.ts';
import { REQUEST_LOG, type RequestLog } from './request-log.ts';

export interface HttpOptions {
  readonly texts: ErrorTexts;
  readonly log: RequestLog;
  /** Told by the application, which knows what its handlers stand on. By default nothing passes. */
  readonly isPassing?: IsPassing;
  /** Makes calls repeatable under their `Idempotency-Key`; without it keys are taken no notice of. */
  readonly repeats?: Repeats;
}

/**
 * Every door's guard, envelope and error texts. Needs an `AUTHENTICATOR` from a global module.
 */
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
        DeclaredDoors,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: REPEATS, useValue: options.repeats ?? null },
        // One for both: each interceptor that Nest runs costs every call as much as its whole judgement.
        { provide: APP_INTERCEPTOR, useClass: RepeatableAnswers },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [DeclaredDoors, ErrorTexts],
    };
  }
}
