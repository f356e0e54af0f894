import { defineErrors } from '@cotejo/http/contracts';

/** Refusal codes of calls about the running installation; texts: `errors.<code>` of this lib. */
export const operationsErrors = defineErrors('operations-contracts', {
  projection_unknown: 404,
  stream_not_parked: 404,
  /** The projection's tables belong to another release than this node's, or are being rebuilt. */
  projection_in_transition: 409,
  /** It did not fail, or somebody tried it again meanwhile. */
  job_not_failed: 404,
});
