import { httpErrors } from '@cotejo/http/contracts';
import { ANSWERS_KEPT_FOR, PostgresAnswerJournal } from '@cotejo/http/server';
import { serverContext } from '@cotejo/record/server';

/** What calls of all contexts share. */
export const httpContext = serverContext('http', {
  errors: [httpErrors],
  jobs: {
    answers: {
      cron: '41 * * * *',
      run: ({ pool, clock }) =>
        new PostgresAnswerJournal(pool).forgetBefore(new Date(clock().getTime() - ANSWERS_KEPT_FOR)),
    },
  },
});
