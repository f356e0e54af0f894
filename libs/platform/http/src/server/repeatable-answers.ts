import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { concatMap, defer, from, lastValueFrom, of, type Observable } from 'rxjs';
import { httpErrors, idempotencyKey, Refusal, type Call } from '../contracts.ts';
import type { AnswerJournal, Claim, GivenAnswer } from './answer-journal.ts';
import { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
import { readUpload, removeUpload } from './read-upload.ts';
import { hashOf, requestHashOf } from './request-hash.ts';
import { REQUEST_LOG, type RequestLog } from './request-log.ts';
import { CALL } from './serve-calls.ts';
import { enveloped } from './success-envelope.ts';

/** How calls are identified and where their answers are stored. */
export interface Repeats {
  readonly journal: AnswerJournal;
  /** Identity of a user across sessions: account and user id. */
  readonly identityOf: (principal: unknown) => string;
  /** Time by the clock that all nodes share. */
  readonly now: () => Date;
}

export const REPEATS = Symbol('Repeats');

/** Response header: this answer was given before. */
const REPLAYED_HEADER = 'Idempotency-Replayed';

const MUTATING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Milliseconds without renewal after which a call counts as abandoned, and its repetition executes it. */
const LEASE = 2_000;
/** Milliseconds for which a repeated call waits for the first one; longer than a lease, so that one retry is enough. */
const PATIENCE = 12_000;
const FIRST_LOOK = 25;
const LONGEST_WAIT = 400;
/**
 * Retention in milliseconds: answers contain personal data, so they are kept only as long as a client may still retry.
 */
export const ANSWERS_KEPT_FOR = 7 * 24 * 60 * 60_000;

/**
 * Makes every changing call repeatable with an `Idempotency-Key`: the same request gets the first answer, status and
 * body, from any node, also after a restart; the key with another request is refused with `idempotency_key_reused`.
 * Keys are scoped to a user. Refused or failed calls are not recorded and are executed again. Every use case must be
 * idempotent nevertheless, because a process may die before recording its answer.
 */
@Injectable()
export class RepeatableAnswers implements NestInterceptor {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(REPEATS) private readonly repeats: Repeats | null,
    @Inject(REQUEST_LOG) private readonly log: RequestLog,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<KnownRequest>();
    const call = this.reflector.get<Call>(CALL, context.getHandler());
    // The envelope is part of the recorded answer.
    const inEnvelope: CallHandler = { handle: () => enveloped(call, http.getResponse<Response>(), next) };
    const isRead = !MUTATING.has(request.method);
    const answers = isRead ? inEnvelope.handle() : this.carriedOut(call, context, inEnvelope);
    // Rights may have been revoked while the answer was produced.
    return answers.pipe(concatMap((answer) => this.letOut(request, answer, isRead)));
  }

  private letOut({ principal }: KnownRequest, answer: unknown, isRead: boolean): Observable<unknown> {
    const confirmed = principal === undefined ? null : this.authenticator.confirm?.(principal, isRead);
    return confirmed ? from(confirmed.then(() => answer)) : of(answer);
  }

  private carriedOut(call: Call, context: ExecutionContext, inEnvelope: CallHandler): Observable<unknown> {
    return defer(async (): Promise<unknown> => {
      const request = context.switchToHttp().getRequest<KnownRequest>();
      if (!call.upload) return this.answered(call, context, inEnvelope);
      const upload = await readUpload(request, call.upload);
      request.upload = upload;
      try {
        return await this.answered(call, context, inEnvelope);
      } finally {
        await removeUpload(upload);
      }
    });
  }

  private answered(call: Call, context: ExecutionContext, inEnvelope: CallHandler): Promise<unknown> {
    const id = this.idOf(call, context.switchToHttp().getRequest<KnownRequest>());
    return id === null || !this.repeats
      ? lastValueFrom<unknown>(inEnvelope.handle())
      : this.once(this.repeats.journal, id, context, inEnvelope);
  }

  /** Permanent id of the call; null when it is not repeatable. */
  private idOf({ once }: Call, { principal, headers }: KnownRequest): string | null {
    if (!this.repeats || principal === undefined) return null;
    const given = idempotencyKey.safeParse(headers['idempotency-key']);
    if (!given.success) throw new Refusal(httpErrors, 'invalid_request');
    if (given.data === undefined || once === true) return null;
    return hashOf([this.repeats.identityOf(principal), given.data]);
  }

  private async once(
    journal: AnswerJournal,
    id: string,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<KnownRequest>();
    const response = http.getResponse<Response>();
    const claimed = await claimPatiently(journal, id, requestHashOf(request));
    if (claimed.kind === 'reused') throw new Refusal(httpErrors, 'idempotency_key_reused');
    if (claimed.kind === 'busy')
      throw new Refusal(httpErrors, 'request_in_progress', { details: { retryAfter: 1 } });
    if (claimed.kind === 'answered') return give(claimed.answer, response, true);
    let answer: GivenAnswer;
    const renewing = setInterval(
      () => void journal.renew(id, claimed.claim, LEASE).catch(() => undefined),
      LEASE / 4,
    );
    try {
      const body: unknown = await lastValueFrom(next.handle());
      answer = { status: response.statusCode, body };
    } catch (error) {
      await journal.release(id, claimed.claim).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
    try {
      return give(await journal.keep(id, answer), response, false);
    } catch (error) {
      // The call succeeded; only recording its answer failed. A repetition executes the idempotent use case again.
      this.log.fault(request, error);
      return give(answer, response, false);
    }
  }
}

function give({ status, body }: GivenAnswer, response: Response, isReplayed: boolean): unknown {
  response.status(status);
  if (isReplayed) response.setHeader(REPLAYED_HEADER, 'true');
  return body;
}

async function claimPatiently(journal: AnswerJournal, id: string, requestHash: string): Promise<Claim> {
  const start = performance.now();
  for (let wait = FIRST_LOOK; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const claimed = await journal.claim(id, requestHash, LEASE);
    if (claimed.kind !== 'busy' || performance.now() - start + wait > PATIENCE) return claimed;
    await delay(wait);
  }
}
