import { describe, expect, it } from 'vitest';
import { givenPlan, item } from '../testing/given-audit.ts';

const schedule = (label: string, startDate: string | null, endDate: string | null) => ({
  kind: 'schedule_item',
  id: item(label),
  startDate,
  endDate,
});

describe('schedule_item', () => {
  it('says when, and when it was before', () => {
    const audit = givenPlan().does(schedule('step', '2026-02-01', '2026-02-28'));
    expect(audit.when(schedule('step', '2026-03-01', null))).toEqual([
      {
        type: 'TreeItemScheduled',
        data: {
          id: item('step'),
          startDate: '2026-03-01',
          endDate: null,
          from: { startDate: '2026-02-01', endDate: '2026-02-28' },
        },
      },
    ]);
    expect(audit.state.get(item('step'))?.dates).toEqual(['2026-02-01', '2026-02-28']);
    expect(audit.state.get(item('step'))?.fields['dates']).toBe(audit.version);
  });

  it('an end alone is a date too', () => {
    const audit = givenPlan().does(schedule('step', null, '2026-02-28'));
    expect(audit.state.get(item('step'))?.dates).toEqual([null, '2026-02-28']);
  });

  it('without days an item has no dates at all', () => {
    const audit = givenPlan()
      .does(schedule('step', '2026-02-01', null))
      .does(schedule('step', null, null));
    expect(audit.state.get(item('step'))).not.toHaveProperty('dates');
  });

  it('does nothing when it says so already', () => {
    expect(givenPlan().when(schedule('step', null, null))).toEqual([]);
    const audit = givenPlan().does(schedule('step', '2026-02-01', null));
    expect(audit.when(schedule('step', '2026-02-01', null))).toEqual([]);
  });

  it('one day is long enough; groups and findings have dates too; it voids no signature', () => {
    expect(givenPlan().when(schedule('step', '2026-02-01', '2026-02-01'))).toHaveLength(1);
    expect(givenPlan().when(schedule('proc', null, '2026-02-01'))).toHaveLength(1);
    expect(givenPlan().when(schedule('find', null, '2026-02-01'))).toHaveLength(1);
    expect(
      givenPlan()
        .status('step', 'reviewed')
        .when(schedule('step', null, '2026-02-01')),
    ).toHaveLength(1);
  });

  it('refuses an end before the start, guests, the unknown and the deleted', () => {
    expect(givenPlan().when(schedule('step', '2026-02-02', '2026-02-01'))).toBe('dates_reversed');
    expect(givenPlan().when(schedule('step', null, 'x'))).toBe('invalid_intent');
    // Years such as 0000 do not fit the database's date type and are typing errors.
    for (const day of ['0000-01-01', '0226-03-01'])
      expect([day, givenPlan().when(schedule('step', day, null))]).toEqual([day, 'invalid_intent']);
    expect(givenPlan().when(schedule('step', null, null), { by: 'guest' })).toBe('forbidden');
    expect(givenPlan().when(schedule('nobody', null, null))).toBe('item_not_found');
    expect(
      givenPlan()
        .deleted('proc')
        .when(schedule('step', null, null)),
    ).toBe('item_deleted');
  });
});
