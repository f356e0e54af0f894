import { defineErrors } from '@cotejo/http/contracts';

/** Why a call about the running installation is refused; texts: `errors.<code>` of this lib. */
export const operationsErrors = defineErrors('operations-contracts', {
  projection_unknown: 404,
  stream_not_parked: 404,
  /** Its rows are of another release than this node's, or being built anew. */
  projection_in_transition: 409,
});
