import { committeeErrors } from '@cotejo/committees-contracts';
import { committeeRules } from '@cotejo/committees-domain';
import { serve, serverContext } from '@cotejo/record/server';
import { demoCommittees } from './demo-committees.ts';

export const committeesContext = serverContext('committees', {
  records: [serve(committeeRules, { errors: committeeErrors, since: 1_770_310_000_000, version: 1 })],
  demo: demoCommittees,
});
