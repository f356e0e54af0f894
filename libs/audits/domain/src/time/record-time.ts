import type { UserId } from '@cotejo/access-contracts';
import {
  DAY_MINUTES,
  isAudit,
  type KernelIntent,
  type TimeFacts,
  type TimeRecord,
  type TimeRecordId,
} from '@cotejo/audits-contracts';
import { dayOf } from '../model/day-of.ts';
import { accept, refuse, type Refused } from '../model/decision.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { alive } from '../model/tree.ts';

type IntentOf<Kind extends KernelIntent['kind']> = Extract<KernelIntent, { kind: Kind }>;
export type RecordTime = IntentOf<'record_time'>;
export type ChangeTimeRecord = IntentOf<'change_time_record'>;
export type RemoveTimeRecord = IntentOf<'remove_time_record'>;

/** Records time of an active member other than guests, on a living item of an audit. */
export function recordTime(
  view: AuditView,
  { kind: _, record, ...time }: RecordTime,
  context: DecisionContext,
): Decision {
  if (!mayRecordFor(time.user, context)) return refuse('forbidden');
  const { members, timeRecords } = view;
  const refused = refusedPlace(view, time) ?? refusedDay(time, context);
  if (refused) return refused;
  // A browser's mirror knows neither the team in full nor the records.
  if (members === null || timeRecords === null) return accept();
  const member = members.get(time.user);
  if (!member?.isActive || member.role === 'guest') return refuse('not_in_team', { campo: 'usuario' });
  if (timeRecords.has(record)) return refuse('duplicate_id');
  return refusedSum(timeRecords, record, time) ?? accept({ type: 'TimeRecorded', data: { record, ...time } });
}

/** Corrects a record; its person stays, also after they left the team. */
export function changeTimeRecord(
  view: AuditView,
  { kind: _, record, ...given }: ChangeTimeRecord,
  context: DecisionContext,
): Decision {
  if (!context.can('plan.time__add')) return refuse('forbidden');
  const { timeRecords } = view;
  if (timeRecords === null) return accept();
  const before = timeRecords.get(record);
  if (!before) return refuse('time_record_not_found');
  if (!mayRecordFor(before.user, context)) return refuse('forbidden');
  const from = factsOf(before);
  const after: TimeFacts = {
    item: given.item ?? from.item,
    day: given.day ?? from.day,
    minutes: given.minutes ?? from.minutes,
    isProductive: given.isProductive ?? from.isProductive,
    note: given.note === undefined ? from.note : given.note,
  };
  if ((Object.keys(from) as (keyof TimeFacts)[]).every((fact) => from[fact] === after[fact])) return accept();
  const time: TimeRecord = { user: before.user, ...after };
  const refused =
    (after.item === from.item ? null : refusedPlace(view, after)) ??
    refusedDay(after, context) ??
    refusedSum(timeRecords, record, time);
  return refused ?? accept({ type: 'TimeRecordChanged', data: { record, ...time, from } });
}

export function removeTimeRecord(
  { timeRecords }: AuditView,
  { record }: RemoveTimeRecord,
  context: DecisionContext,
): Decision {
  if (!context.can('plan.time__add')) return refuse('forbidden');
  if (timeRecords === null) return accept();
  const time = timeRecords.get(record);
  if (!time) return refuse('time_record_not_found');
  if (!mayRecordFor(time.user, context)) return refuse('forbidden');
  return accept({ type: 'TimeRecordRemoved', data: { record, ...time } });
}

/** Members record their own time; users who may edit the team record, correct and remove that of others. */
const mayRecordFor = (user: UserId, { actor, can }: DecisionContext): boolean =>
  can('plan.time__add') && (user === actor || can('plan.team__edit'));

/** Time counts where the original stands, so references and links take none. */
function refusedPlace(view: AuditView, { item }: Pick<TimeFacts, 'item'>): Refused | null {
  if (!isAudit(view.recordType)) return refuse('no_time_here');
  const node = view.get(item);
  if (!node) return refuse('item_not_found', { campo: 'actividad' });
  if (!alive(view, item)) return refuse('item_deleted', { campo: 'actividad' });
  if (node.type === 'reference' || node.type === 'link')
    return refuse('no_time_here', { campo: 'actividad' });
  return null;
}

const refusedDay = ({ day }: Pick<TimeFacts, 'day'>, { now }: DecisionContext): Refused | null =>
  day > dayOf(now) ? refuse('time_in_future', { campo: 'fecha' }) : null;

/** A person's records of one day in this audit fit into that day. */
function refusedSum(
  records: ReadonlyMap<TimeRecordId, TimeRecord>,
  changed: TimeRecordId,
  { user, day, minutes }: TimeRecord,
): Refused | null {
  let sum = minutes;
  for (const [id, other] of records)
    if (id !== changed && other.user === user && other.day === day) sum += other.minutes;
  return sum > DAY_MINUTES ? refuse('day_overfilled', { campo: 'horas' }) : null;
}

const factsOf = ({ item, day, minutes, isProductive, note }: TimeRecord): TimeFacts => ({
  item,
  day,
  minutes,
  isProductive,
  note,
});
