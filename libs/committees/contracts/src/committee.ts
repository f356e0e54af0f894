import type { UserId } from '@cotejo/access-contracts';
import { FOLLOW_UP, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import {
  day,
  files,
  line,
  list,
  MOST_ENTRIES,
  people,
  person,
  record,
  reference,
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
/** Ordinal of a decision or of a topic of the agenda, from 1. */
const ordinal = () => whole(1, 10_000);
/** What the meeting is to talk about: a text, or a finding or action plan and its audit. */
const topic = {
  subject: line(300).optional(),
  item: reference<ItemId>(FOLLOW_UP).optional(),
  audit: reference<AuditId>('audit').optional(),
};

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
    documents: files(),
    status: status({ planned: 'PROGRAMADO', closed: 'CERRADO' }),
    /** Topics in the order in which they are dealt with. */
    agenda: list({ number: ordinal(), ...topic }),
    decisions: list({ number: ordinal(), ...decision }),
    /** Decisions ever recorded: the last number given, also after its decision was withdrawn; null = none yet. */
    recorded: whole(1, 10_000).optional().readonly(),
    /** Topics ever added to the agenda: the last number given; null = none yet. */
    proposed: whole(1, 10_000).optional().readonly(),
    /** Of the last reopening; null while it was never reopened. */
    reopenReason: text(500).optional().readonly(),
  },
  derived: { year: whole(1, 9_999) },
  acts: {
    addTopic: { body: topic, event: 'CommitteeTopicAdded' },
    /** To a place in the agenda, from 1; beyond its end, the last one. */
    moveTopic: { body: { number: ordinal(), place: whole(1, MOST_ENTRIES) }, event: 'CommitteeTopicMoved' },
    removeTopic: { body: { number: ordinal() }, event: 'CommitteeTopicRemoved' },
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
    topic_incomplete: 422,
    topic_not_found: 422,
    topic_there_already: 409,
    agenda_full: 409,
  },
  rights: 'committees',
  assignee: 'organizer',
  upcasts: {
    CommitteeCreated: [
      (data) => ({ ...data, recorded: null }),
      (data) => ({ ...data, documents: [] }),
      (data) => ({ ...data, agenda: [], proposed: null }),
    ],
    // Changes of documents.
    CommitteeChanged: [(data) => data],
  },
  path: '/comites/',
  wire: {
    name: 'nombre',
    date: 'fecha',
    hour: 'hora',
    organizer: 'organizador',
    members: 'miembros',
    description: 'descripcion',
    documents: 'documentos',
    decisions: 'decisiones',
    recorded: 'decisiones_registradas',
    proposed: 'puntos_registrados',
    subject: 'asunto',
    item: 'elemento',
    audit: 'auditoria',
    place: 'lugar',
    addTopic: 'agregar_punto',
    moveTopic: 'mover_punto',
    removeTopic: 'quitar_punto',
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
