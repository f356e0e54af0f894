/**
 * Version shown by the page, as encoded in the address: `version` and `contra` are 1-based, like in the
 * displayed change log; everywhere else versions are 0-based, where 0 is the audit's creation.
 */
export interface PlanPoint {
  readonly version: number;
  /** Compared with the previous version, the present plan, or a pinned version. */
  readonly against: 'previous' | 'now' | number;
}

const NOW = 'ahora';

/** Null when the address has no version, or an invalid one. */
export function readPoint(params: URLSearchParams): PlanPoint | null {
  const version = versionIn(params.get('version'));
  if (version === null) return null;
  const against = params.get('contra');
  return { version, against: against === NOW ? 'now' : (versionIn(against) ?? 'previous') };
}

/** The parameters with that point and all others unchanged; null removes the point (present plan). */
export function writePoint(params: URLSearchParams, point: PlanPoint | null): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('version');
  next.delete('contra');
  if (point === null) return next;
  next.set('version', shownVersion(point.version));
  if (point.against !== 'previous')
    next.set('contra', point.against === 'now' ? NOW : shownVersion(point.against));
  return next;
}

/** The two versions to compare, earlier first; null when they are equal or the other does not exist. */
export function comparedVersions(
  { version, against }: PlanPoint,
  head: number,
): { readonly from: number; readonly to: number } | null {
  const other = against === 'previous' ? version - 1 : against === 'now' ? head : against;
  if (other < 0 || other === version) return null;
  return { from: Math.min(other, version), to: Math.max(other, version) };
}

const shownVersion = (version: number): string => String(version + 1);

const LAST = 2_147_483_647;

function versionIn(text: string | null): number | null {
  if (text === null || !/^\d{1,10}$/.test(text)) return null;
  const version = Number(text) - 1;
  return version >= 0 && version <= LAST ? version : null;
}
