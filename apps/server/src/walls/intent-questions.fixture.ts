import { perhaps, the } from './access-questions.fixture.ts';

interface Intent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Stands for an id that the client makes up. */
export const NEW = '00000000-0000-4000-8000-000000000000';
const step = { id: the('step') };
const anchors = { after: perhaps('risk'), before: perhaps('control') };
const about = { ...step, note: the('note') };
const attached = { ...step, attachment: the('attachment') };
const create = { kind: 'create_item', id: NEW, type: 'step', name: 'x', parent: the('phase') };
const rename = { kind: 'rename_item', ...step, name: 'x' };

/** What a person may ask of a room, of each kind that there is. */
export const intentQuestions: readonly Intent[] = [
  { ...create, ...anchors, assignee: the('member') },
  { ...create, type: 'reference', parent: the('risk'), target: { audit: null, item: the('control') } },
  { ...create, type: 'link', parent: the('risk'), target: { audit: the('audit'), item: the('control') } },
  { ...create, type: 'finding', parent: the('step'), refParent: perhaps('step') },
  { ...create, copiedFrom: { audit: the('audit'), item: the('step'), version: 1 } },
  { kind: 'copy_item', id: NEW, source: the('step'), parent: the('phase'), copies: [[the('step'), NEW]] },
  rename,
  { kind: 'recode_item', ...step, code: 'ZZ-1' },
  { kind: 'move_item', ...step, parent: the('phase'), ...anchors },
  { kind: 'assign_item', ...step, assignee: the('member') },
  { kind: 'change_status', ...step, from: 'new', to: 'in_progress' },
  { kind: 'schedule_item', ...step, startDate: null, endDate: null },
  {
    kind: 'describe_risk',
    id: the('risk'),
    risk: { general: null, specific: [], factors: [], objectives: [] },
  },
  { kind: 'set_values', ...step, values: { budgetedMinutes: 60 } },
  { kind: 'sign_item', ...step, mark: 'completed', textsAt: null },
  { kind: 'withdraw_signature', ...step, mark: 'completed' },
  { kind: 'delete_item', ...step },
  { kind: 'restore_item', id: the('deleted'), withAncestors: true },
  { kind: 'purge_item', id: the('deleted') },
  { kind: 'compact_document' },
  { kind: 'batch', parts: [{ schema: 1, intent: rename }] },
  { kind: 'choose_finding_treatment', ...step, treatment: null },
  { kind: 'choose_plan_treatment', ...step, treatment: null },
  { kind: 'start_operation', operation: NEW, what: 'copy' },
  { kind: 'finish_operation', operation: NEW },
  { kind: 'discard_operation', operation: NEW },
  { kind: 'add_note', ...step, note: NEW, text: 'x' },
  { kind: 'reply_note', ...about, entry: NEW, text: 'x' },
  { kind: 'answer_note', ...about, entry: NEW, text: null },
  { kind: 'close_note', ...about, entry: NEW },
  { kind: 'reopen_note', ...about, entry: NEW, reason: 'x' },
  { kind: 'set_step_programme', ...step, objective: null, instructions: [] },
  { kind: 'restart_texts', ...step, from: 9, to: 3, operator: 'x', reason: 'x' },
  {
    kind: 'revise_texts',
    ...step,
    revisions: [{ field: 'evidence', text: null, characters: 0, authors: [], covers: [0, 9] }],
  },
  {
    kind: 'add_attachment',
    ...step,
    attachment: NEW,
    field: null,
    name: 'x.pdf',
    file: { sha256: '0'.repeat(64), bytes: 1, mime: 'application/pdf' },
    replaces: null,
  },
  { kind: 'remove_attachment', ...attached },
  { kind: 'restore_attachment', ...attached },
  { kind: 'sign_attachment', ...attached, mark: 'completed' },
  {
    kind: 'copy_attachments',
    ...step,
    files: [
      {
        of: NEW,
        field: null,
        name: { ref: NEW, hash: '0'.repeat(64), length: 1 },
        file: { sha256: '0'.repeat(64), bytes: 1, mime: 'application/pdf' },
      },
    ],
  },
];
