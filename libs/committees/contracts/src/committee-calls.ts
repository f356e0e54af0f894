import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import { committee } from './committee.ts';

/** Refusals of committees; texts: `i18n/*.json`. */
export const committeeErrors = errorsOf(committee, 'committees-contracts');
/** Created on first use, so that pages without committees build no schemas. */
export const committeeCalls = (): RecordCalls<typeof committee> => callsOf(committee);
