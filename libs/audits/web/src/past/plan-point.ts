/**
 * Where in an audit's past a page stands, as its address says it: `version` and `contra` count from 1, like
 * the change log that people read; everywhere else versions count from 0, the audit's creation.
 */
export interface PlanPoint {
  readonly version: number;
  /** What it is compared with: the version before, the plan as it is now, or a version that was pinned. */
  readonly against: 'previous' | 'now' | number;
}

const NOW = 'ahora';

/** Null when the address speaks of no version, or of none that can be. */
export function readPoint(params: URLSearchParams): PlanPoint | null {
  const version = versionIn(params.get('version'));
  if (version === null) return null;
  const against = params.get('contra');
  return { version, against: against === NOW ? 'now' : (versionIn(against) ?? 'previous') };
}

/** The address with that point, and everything else as it was; null leads back to now. */
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

/** The two versions to compare, the earlier first; null when they are one and the same. */
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
