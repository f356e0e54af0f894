export type { AnswerJournal, Claim, GivenAnswer } from './answer-journal.ts';
export { AUTHENTICATOR, type Authenticator, type KnownRequest } from './authenticator.ts';
export { CallerGone } from './caller-gone.ts';
export { CurrentLanguage, CurrentPrincipal } from './current-principal.ts';
export { DeclaredDoors, type Door } from './declared-doors.ts';
export { Answers, type DoorAnswers } from './door-answers.ts';
export {
  Authenticated,
  Public,
  Requires,
  RequiresInPlan,
  Within,
  type DoorPolicy,
  type Reach,
} from './door-policy.ts';
export type { Language } from '@cotejo/i18n';
export { ErrorTexts, type Texts } from './error-texts.ts';
export { wordsOf, type IsPassing } from './error-filter.ts';
export { HttpModule, type HttpOptions } from './http.module.ts';
export { jsonBodies, type JsonBodyLimits } from './json-bodies.ts';
export { judgeCaller, tokenOf } from './judge-caller.ts';
export { InvalidRequest } from './invalid-request.ts';
export {
  bodyOf,
  paramsOf,
  queryOf,
  type BodyOf,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from './parts-of-call.ts';
export { PostgresAnswerJournal, type AnswerDatabase } from './postgres-answer-journal.ts';
export { ReadyAnswer, readyAnswers, type ReadyDoor } from './ready-answers.ts';
export { NeverRepeated, type Repeats } from './repeatable-answers.ts';
export { type RequestLog } from './request-log.ts';
export {
  commandOf,
  controllerOf,
  uuidOf,
  type AskedCall,
  type Command,
  type ServedCall,
} from './serve-calls.ts';
export { Serves } from './serves.ts';
export { RawAnswer } from './success-envelope.ts';
export { Upload, UploadedBody, type UploadLimit } from './upload.ts';
export { ZodPipe, zodBody, zodParams, zodQuery } from './zod-pipes.ts';
