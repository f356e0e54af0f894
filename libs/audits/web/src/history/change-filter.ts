import type { changeFilter, ChangeRow, ItemId } from '@cotejo/audits-contracts';
import { endOfDay, startOfDay } from '@cotejo/i18n';
import type { z } from 'zod';

/** Changes put together as people speak of them; types are as the log names them, whichever context writes them. */
export const CHANGE_KINDS = {
  values: ['ItemValuesSet', 'TreeItemScheduled', 'RiskDescribed'],
  texts: ['TextRevised', 'TextsRestarted', 'StepProgrammeSet'],
  statuses: ['ItemStatusChanged', 'FindingTreatmentChosen', 'PlanTreatmentChosen'],
  signatures: ['ItemSigned', 'SignaturesVoided'],
  names: ['TreeItemRenamed', 'TreeItemRecoded'],
  structure: [
    'TreeItemCreated',
    'TreeItemMoved',
    'TreeItemRenumbered',
    'TreeItemDeleted',
    'TreeItemRestored',
    'TreeItemPurged',
  ],
  people: ['TreeItemAssigned', 'TeamMemberAdded'],
  notes: ['NoteAdded', 'NoteReplied', 'NoteAnswered', 'NoteClosed', 'NoteReopened'],
  attachments: [
    'AttachmentAdded',
    'AttachmentCopied',
    'AttachmentRemoved',
    'AttachmentRestored',
    'AttachmentSigned',
  ],
  audit: [
    'AuditCreated',
    'AuditStatusChanged',
    'OperationStarted',
    'OperationFinished',
    'OperationDiscarded',
    'TreeDocumentCompacted',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ChangeKind = keyof typeof CHANGE_KINDS;
export const CHANGE_KIND_LIST = Object.keys(CHANGE_KINDS) as ChangeKind[];

/** Which changes are looked for. Days are yyyy-MM-dd, both taken in; empty = from the beginning, until now. */
export interface LogFilter {
  readonly people: readonly string[];
  readonly kinds: readonly ChangeKind[];
  readonly from: string;
  readonly to: string;
}

export const NO_LOG_FILTER: LogFilter = { people: [], kinds: [], from: '', to: '' };

export const countOf = ({ people, kinds, from, to }: LogFilter): number =>
  people.length + kinds.length + (from === '' ? 0 : 1) + (to === '' ? 0 : 1);

/** Whose changes: of one item, with what is under it or not; null = of the whole audit. */
export interface LogScope {
  readonly item: ItemId;
  readonly withBranch: boolean;
}

const typesOf = (kinds: readonly ChangeKind[]): readonly string[] =>
  kinds.flatMap((kind) => CHANGE_KINDS[kind]);

/** As the server is asked for it; days are those of the time zone in which the log is shown. */
export function queryOf(
  { people, kinds, from, to }: LogFilter,
  scope: LogScope | null,
  zone: string,
): z.input<typeof changeFilter> {
  return {
    ...(people.length > 0 && { persona: people.join(',') }),
    ...(kinds.length > 0 && { tipo: typesOf(kinds).join(',') }),
    ...(scope && { item: scope.item, rama: scope.withBranch ? '1' : '0' }),
    ...(from !== '' && { desde: startOfDay(from, zone) }),
    ...(to !== '' && { hasta: endOfDay(to, zone) }),
  };
}

/**
 * Whether a change that just happened is among those looked for.
 * @param zone time zone of the days of the filter
 * @param isUnder whether an item is under another, for whoever knows the tree
 */
export function isLookedFor(
  { actor, authors = [], type, item, at }: ChangeRow,
  { people, kinds, from, to }: LogFilter,
  scope: LogScope | null,
  zone: string,
  isUnder: (item: string, above: ItemId) => boolean = () => false,
): boolean {
  if (people.length > 0 && ![actor.id, ...authors].some((who) => people.includes(who))) return false;
  if (kinds.length > 0 && !typesOf(kinds).includes(type)) return false;
  const moment = Date.parse(at);
  if (from !== '' && moment < Date.parse(startOfDay(from, zone))) return false;
  if (to !== '' && moment >= Date.parse(endOfDay(to, zone))) return false;
  if (scope === null) return true;
  if (item === null) return false;
  return item.id === scope.item || (scope.withBranch && isUnder(item.id, scope.item));
}
