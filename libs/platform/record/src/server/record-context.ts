import { RECORDS } from './opened-records.ts';
import { CreatePersonalValues1770300000000 } from './personal-values.ts';
import { serverContext } from './server-context.ts';

/** What all records share on a server: the table of their personal values, and its tidying. */
export const recordContext = serverContext('record', {
  migrations: [CreatePersonalValues1770300000000],
  jobs: {
    personal: {
      cron: '37 * * * *',
      async run({ all }) {
        for (const { service } of all(RECORDS)) await service.forgetGone();
      },
    },
  },
});
