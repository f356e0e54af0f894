import type { AuditEvent } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { MAX_INTEGER, unwritableBy } from './writable-event.ts';

it('no number of an event is larger than a column of a read model holds', () => {
  const fault = unwritableBy([]);
  const hours = (value: number): AuditEvent => ({
    type: 'ItemValuesSet',
    data: { id: '00000007-0000-4000-8000-000000000001', values: { hours: value }, from: {}, overwrote: {} },
  });
  expect(fault(hours(MAX_INTEGER))).toBeNull();
  expect(fault(hours(MAX_INTEGER + 1))).toBe(`data.values.hours: ${MAX_INTEGER + 1}`);
});
