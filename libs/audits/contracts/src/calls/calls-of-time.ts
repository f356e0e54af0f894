import { userId } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { auditId, itemId } from '../ids.ts';
import { auditParams, changesPlan, readsPlan } from './record-params.ts';
import { DAY_MINUTES, timeFacts, timeRecordId } from '../time-records.ts';

/** Specification 2, section 3: productive or unproductive time. */
export const timeKind = z.enum(['P', 'I']);

/** A time record as shown to its person and to users who may edit the team. */
export const timeRecordRead = z.object({
  id: timeRecordId,
  usuario: z.object({ id: z.uuid(), name: z.string(), sigla: z.string() }),
  fecha: z.iso.date(),
  /** Item or group of the plan; no name once it left the plan for good. */
  actividad: z.object({
    id: itemId,
    item_tipo: z.string().nullable(),
    codigo: z.string().nullable(),
    nombre: z.string().nullable(),
  }),
  /** Two decimals; `minutos` is exact. */
  horas: z.number(),
  minutos: z.int(),
  tipo: timeKind,
  notas: z.string().nullable(),
  /** Audit version of its last change. */
  version: z.int(),
});
export type TimeRecordRead = z.infer<typeof timeRecordRead>;

/** A row of the topic `audit-time`: a record, or its removal. */
export const timeRecordRow = z.union([
  z.object({ id: timeRecordId, eliminado: z.literal(true), version: z.int() }),
  timeRecordRead,
]);
export type TimeRecordRow = z.infer<typeof timeRecordRow>;

const facts = {
  actividad: itemId,
  fecha: timeFacts.shape.day,
  /** Rounded to whole minutes. */
  horas: z
    .number()
    .min(1 / 60)
    .max(DAY_MINUTES / 60),
  tipo: timeKind,
};
export const recordTimeBody = z.strictObject({
  /** Absent = the caller. */
  usuario: userId.optional(),
  ...facts,
  tipo: timeKind.default('P'),
  notas: timeFacts.shape.note.optional(),
});
export type RecordTimeBody = z.infer<typeof recordTimeBody>;

/** Absent fields stay as they are. */
export const changeTimeBody = z.strictObject({
  ...z.object(facts).partial().shape,
  notas: timeFacts.shape.note.optional(),
});
export type ChangeTimeBody = z.infer<typeof changeTimeBody>;

const changedTime = z.object({
  id: timeRecordId,
  auditoria: auditId,
  /** Audit version that shows it. */
  version: z.number().int(),
  projected: z.boolean(),
});
export type ChangedTime = z.infer<typeof changedTime>;

const TIME = '/proyecto/riesgo/auditoria/:id/tiempo/';
const policy = changesPlan(['record_time']);
const oneRecord = auditParams.extend({ registro: timeRecordId });
const REFUSALS = [
  ...['forbidden', 'audit_not_found', 'audit_closed', 'audit_cancelled', 'operation_running'],
] as const;
const REFUSED_FACTS = [
  ...['item_not_found', 'item_deleted', 'no_time_here', 'time_in_future', 'day_overfilled'],
] as const;

/** Time records of an audit. */
export const timeCalls = {
  /** The caller's own records; all of the audit for users who may edit the team. Newest first. */
  list: defineCall({
    ...readsPlan,
    path: TIME,
    params: auditParams,
    data: z.array(timeRecordRead),
    refusals: ['audit_not_found'],
  }),
  record: defineCall({
    ...policy,
    method: 'POST',
    path: TIME,
    params: auditParams,
    body: recordTimeBody,
    data: changedTime,
    status: 201,
    refusals: [...REFUSALS, ...REFUSED_FACTS, 'not_in_team'],
  }),
  change: defineCall({
    ...policy,
    method: 'PUT',
    path: `${TIME}:registro/`,
    params: oneRecord,
    body: changeTimeBody,
    data: changedTime,
    refusals: [...REFUSALS, ...REFUSED_FACTS, 'time_record_not_found'],
  }),
  remove: defineCall({
    ...policy,
    method: 'DELETE',
    path: `${TIME}:registro/`,
    params: oneRecord,
    data: changedTime,
    refusals: [...REFUSALS, 'time_record_not_found'],
  }),
};
