import type { UserId } from '@cotejo/access-contracts';
import {
  day,
  line,
  list,
  people,
  person,
  record,
  status,
  text,
  time,
  whole,
  type RowOf,
  type StateOf,
} from '@cotejo/record';

const decision = {
  decision: text(2_000),
  responsible: person<UserId>().optional(),
  dueDate: day().optional(),
};
/** Ordinal of a decision, from 1. */
const ordinal = () => whole(1, 10_000);

/** Meeting of the audit committee: specification 2, sections 2 and 3. */
export const committee = record('committee', {
  home: 'account',
  fields: {
    name: line(200),
    date: day(),
    hour: time().optional(),
    organizer: person<UserId>(),
    members: people<UserId>(),
    description: text(10_000).optional(),
    status: status({ planned: 'PROGRAMADO', closed: 'CERRADO' }),
    decisions: list({ number: ordinal(), ...decision }),
    /** Of the last reopening; null while it was never reopened. */
    reopenReason: text(500).optional().readonly(),
  },
  derived: { year: whole(1, 9_999) },
  acts: {
    decide: { body: decision, event: 'CommitteeDecided' },
    withdraw: { body: { number: ordinal() }, event: 'CommitteeDecisionWithdrawn' },
    close: { event: 'CommitteeClosed', moves: true },
    reopen: { body: { reason: text(500) }, event: 'CommitteeReopened', moves: true },
  },
  refusals: {
    committee_closed: 409,
    committee_not_held: 409,
    committee_full: 409,
    decision_not_found: 422,
  },
  rights: 'committees',
  assignee: 'organizer',
  path: '/comites/',
  wire: {
    name: 'nombre',
    date: 'fecha',
    hour: 'hora',
    organizer: 'organizador',
    members: 'miembros',
    description: 'descripcion',
    decisions: 'decisiones',
    reopenReason: 'motivo_reapertura',
    year: 'ano',
    number: 'numero',
    reason: 'motivo',
    responsible: 'responsable',
    dueDate: 'fecha_vencimiento',
    decide: 'decidir',
    withdraw: 'retirar_decision',
    close: 'cerrar',
    reopen: 'reabrir',
    restore: 'restaurar',
  },
});
export type Committee = StateOf<typeof committee>;
/** A committee as lists and pages show it. */
export type CommitteeRow = RowOf<typeof committee>;
