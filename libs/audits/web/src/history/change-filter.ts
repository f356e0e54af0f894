import {
  CHANGE_KINDS,
  HOUSEKEEPING,
  type changeFilter,
  type ChangeKind,
  type ChangeRow,
  type ItemId,
} from '@cotejo/audits-contracts';
import { endOfDay, startOfDay } from '@cotejo/i18n';
import type { z } from 'zod';

/** Filter of the change log. Days are yyyy-MM-dd, both inclusive; empty = unbounded. */
export interface LogFilter {
  readonly people: readonly string[];
  readonly kinds: readonly ChangeKind[];
  readonly from: string;
  readonly to: string;
}

export const NO_LOG_FILTER: LogFilter = { people: [], kinds: [], from: '', to: '' };

export const countOf = ({ people, kinds, from, to }: LogFilter): number =>
  people.length + kinds.length + (from === '' ? 0 : 1) + (to === '' ? 0 : 1);

/** Restricts the log to one item, with or without its descendants; null = the whole audit. */
export interface LogScope {
  readonly item: ItemId;
  readonly withBranch: boolean;
}

const typesOf = (kinds: readonly ChangeKind[]): readonly string[] =>
  kinds.flatMap((kind) => CHANGE_KINDS[kind]);

/** Query parameters of the server's call; days are converted in the time zone in which the log is shown. */
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
 * Whether a change received live matches the filter.
 * @param zone time zone of the filter's days
 * @param isUnder whether an item is a descendant of another, where the tree is known
 */
export function isLookedFor(
  { actor, authors = [], type, item, at }: ChangeRow,
  { people, kinds, from, to }: LogFilter,
  scope: LogScope | null,
  zone: string,
  isUnder: (item: string, above: ItemId) => boolean = () => false,
): boolean {
  if (HOUSEKEEPING.includes(type)) return false;
  if (people.length > 0 && ![actor.id, ...authors].some((who) => people.includes(who))) return false;
  if (kinds.length > 0 && !typesOf(kinds).includes(type)) return false;
  const moment = Date.parse(at);
  if (from !== '' && moment < Date.parse(startOfDay(from, zone))) return false;
  if (to !== '' && moment >= Date.parse(endOfDay(to, zone))) return false;
  if (scope === null) return true;
  if (item === null) return false;
  return item.id === scope.item || (scope.withBranch && isUnder(item.id, scope.item));
}
