import { expect, it } from 'vitest';
import { CONNECTION_LIMITS } from '../foundation.ts';

it('statements that take too long are told by the database before the client gives up', () => {
  const { statement_timeout, query_timeout, connectionTimeoutMillis } = CONNECTION_LIMITS;
  expect(statement_timeout).toBeLessThan(query_timeout);
  expect(connectionTimeoutMillis).toBeLessThan(statement_timeout);
});
