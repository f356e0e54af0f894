import { describe, expect, it } from 'vitest';
import { givenPlan, item, operation } from '../testing/given-audit.ts';

const start = (what = 'import') => ({ kind: 'start_operation', operation: operation('imp'), what });
const finish = (label = 'imp') => ({ kind: 'finish_operation', operation: operation(label) });
const rename = { kind: 'rename_item', id: item('step'), name: 'Otro' };

describe('an operation', () => {
  it('starts once, by who may import', () => {
    expect(givenPlan().when(start())).toMatchObject([
      { type: 'OperationStarted', data: { operation: operation('imp'), what: 'import' } },
    ]);
    expect(givenPlan().does(start()).when(start())).toBe('operation_running');
    expect(givenPlan().when(start(), { by: 'junior' })).toBe('forbidden');
    expect(givenPlan().when(start('copy'), { by: 'junior' })).toHaveLength(1);
    expect(givenPlan().when(start('copy'), { by: 'guest' })).toBe('forbidden');
  });

  it('lets only its own intents pass while it runs', () => {
    const audit = givenPlan().does(start());
    expect(audit.when(rename)).toBe('operation_running');
    expect(audit.when(rename, { operation: operation('other') })).toBe('operation_running');
    expect(audit.when(rename, { operation: operation('imp') })).toHaveLength(1);
  });

  it('ends once, and then its intents are strangers', () => {
    const audit = givenPlan().does(start());
    expect(audit.when(finish('other'))).toBe('operation_running');
    audit.does(finish());
    expect(audit.when(finish())).toBe('operation_unknown');
    expect(audit.when(rename, { operation: operation('imp') })).toBe('operation_unknown');
    expect(audit.when(rename)).toHaveLength(1);
  });
});
