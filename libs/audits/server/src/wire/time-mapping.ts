import type { Principal, UserId } from '@cotejo/access-contracts';
import {
  CONTRACT_ITEM_TYPE,
  type ChangeTimeBody,
  type KernelIntent,
  type RecordTimeBody,
  type TimeRecordId,
  type TimeRecordRead,
  type TimeRecordRow,
} from '@cotejo/audits-contracts';
import { rightsIn } from '../policy/audit-policy.ts';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import type { TimeEntry, TimeOf } from '../read-models/reads/read-time.ts';
import { hours } from './audit-mapping.ts';
import type { People } from './people.ts';

/** Records that a reader may see: their own, or all for users who may edit the team. */
export const timeFor = (principal: Principal, entry: AuditListEntry): TimeOf => ({
  accountId: principal.accountId,
  audit: entry.id,
  user: rightsIn(principal, entry)('plan.team__edit') ? null : principal.userId,
});

export const toTimeRecord = (entry: TimeEntry, people: People): TimeRecordRead => ({
  id: entry.record,
  usuario: people.named(entry.user),
  fecha: entry.day,
  actividad: {
    id: entry.item,
    item_tipo: entry.itemType && CONTRACT_ITEM_TYPE[entry.itemType],
    codigo: entry.itemCode,
    nombre: entry.itemName,
  },
  horas: hours(entry.minutes),
  minutos: entry.minutes,
  tipo: entry.isProductive ? 'P' : 'I',
  notas: entry.note,
  version: entry.version,
});

export const toTimeRow = (entry: TimeEntry, people: People): TimeRecordRow =>
  entry.removed ? { id: entry.record, eliminado: true, version: entry.version } : toTimeRecord(entry, people);

type IntentOf<Kind extends KernelIntent['kind']> = Extract<KernelIntent, { kind: Kind }>;

const minutesOf = (hoursGiven: number): number => Math.round(hoursGiven * 60);

/** A call to record time, as an intent. */
export const recordTimeOf = (
  record: TimeRecordId,
  { usuario, actividad, fecha, horas, tipo, notas = null }: RecordTimeBody,
  caller: UserId,
): IntentOf<'record_time'> => ({
  kind: 'record_time',
  record,
  user: usuario ?? caller,
  item: actividad,
  day: fecha,
  minutes: minutesOf(horas),
  isProductive: tipo === 'P',
  note: notas,
});

/** A call to correct a time record, as an intent. */
export const changeTimeOf = (
  record: TimeRecordId,
  { actividad, fecha, horas, tipo, notas }: ChangeTimeBody,
): IntentOf<'change_time_record'> => ({
  kind: 'change_time_record',
  record,
  ...(actividad !== undefined && { item: actividad }),
  ...(fecha !== undefined && { day: fecha }),
  ...(horas !== undefined && { minutes: minutesOf(horas) }),
  ...(tipo !== undefined && { isProductive: tipo === 'P' }),
  ...(notas !== undefined && { note: notas }),
});
