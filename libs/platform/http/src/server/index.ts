export { Answer, fileAnswer } from './answer.ts';
export type { AnswerJournal, Claim, GivenAnswer } from './answer-journal.ts';
export { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
export {
  AskedCall,
  uuidOf,
  type BodyOf,
  type Command,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from './asked-call.ts';
export { DeclaredRoutes, type CallRoute } from './declared-routes.ts';
export type { Language } from '@cotejo/i18n';
export { ErrorTexts, type Texts } from './error-texts.ts';
export { wordsOf, type IsPassing } from './error-filter.ts';
export { HttpModule, type HttpOptions } from './http.module.ts';
export { jsonBodies, type JsonBodyLimits } from './json-bodies.ts';
export { judgeCaller, tokenOf } from './judge-caller.ts';
export { InvalidRequest } from './invalid-request.ts';
export { PostgresAnswerJournal, type AnswerDatabase } from './postgres-answer-journal.ts';
export { ReadyAnswer, readyAnswers, type ReadyCall } from './ready-answers.ts';
export { ANSWERS_KEPT_FOR, type Repeats } from './repeatable-answers.ts';
export { type RequestLog } from './request-log.ts';
export { controllerOf, type Handlers } from './serve-calls.ts';
