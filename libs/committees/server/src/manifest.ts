import { committeeErrors } from '@cotejo/committees-contracts';
import { committeeRules } from '@cotejo/committees-domain';
import { serve, serverContext } from '@cotejo/record/server';
import { AddRecorded1797000000000 } from './add-recorded.ts';
import { demoCommittees } from './demo-committees.ts';

export const committeesContext = serverContext('committees', {
  records: [
    serve(committeeRules, {
      ...{ errors: committeeErrors, since: 1_770_310_000_000, version: 4 },
      added: [
        { since: 1_797_600_000_000, fields: ['documents'] },
        { since: 1_798_200_000_000, fields: ['agenda', 'proposed'] },
      ],
    }),
  ],
  migrations: [AddRecorded1797000000000],
  demo: demoCommittees,
});
