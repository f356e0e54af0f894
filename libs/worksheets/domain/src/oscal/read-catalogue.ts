import type { UnreadCounts } from '@cotejo/audits-contracts';
import { countUnread } from './count-unread.ts';
import { catalogueFile, type Catalogue } from './catalogue-schema.ts';
import { findJsonFault } from './find-json-fault.ts';

/** Rejection of a catalogue file: a code of the audits' error catalogue and the location. */
export interface CatalogueFault {
  readonly code: 'catalogue_malformed' | 'catalogue_not_oscal' | 'catalogue_empty' | CatalogueLimit;
  /** JSON path such as `catalog.groups[3].controls[0].title`, or `line:column` of broken JSON. */
  readonly at: string;
  /** Machine-readable detail: expected type, `syntax`, `profile`… */
  readonly what: string;
}

/** Exceeded limits; the fault's `what` is the limit. */
type CatalogueLimit = 'too_many_items' | 'too_deep' | 'too_much_text';

export interface CatalogueLimits {
  /** Maximum number of groups and controls. */
  readonly items: number;
  /** Maximum characters of all texts together, with parameters inserted. */
  readonly characters: number;
}

export type CatalogueReading =
  | { readonly ok: true; readonly catalogue: Catalogue; readonly unread: UnreadCounts }
  | { readonly ok: false; readonly fault: CatalogueFault };

/**
 * Levels of objects and lists. Real catalogues have about 20; deeper ones could exhaust the stack of
 * recursive readers.
 */
export const MAX_CATALOGUE_DEPTH = 60;
/**
 * JSON values in a file. The largest public catalogues have 400,000; two million take some 200 MB once
 * parsed.
 */
export const MAX_CATALOGUE_VALUES = 2_000_000;

/** Reads an OSCAL catalogue (or resolved profile, which is one) from JSON text; never throws. */
export function readCatalogue(json: string, { items }: Pick<CatalogueLimits, 'items'>): CatalogueReading {
  const text = json.charCodeAt(0) === 0xfeff ? json.slice(1) : json;
  const broken = findJsonFault(text, { depth: MAX_CATALOGUE_DEPTH, values: MAX_CATALOGUE_VALUES });
  if (broken?.what === 'nesting') return refuse('too_deep', broken.at, String(MAX_CATALOGUE_DEPTH));
  if (broken?.what === 'values') return refuse('too_many_items', broken.at, String(MAX_CATALOGUE_VALUES));
  if (broken) return refuse('catalogue_malformed', broken.at, broken.what);

  const value: unknown = JSON.parse(text);
  const foreign = foreignDocument(value);
  if (foreign) return refuse('catalogue_not_oscal', foreign.at, foreign.what);

  // Counted before validation, which takes longer.
  if (hasMoreItems(value, items)) return refuse('too_many_items', 'catalog', String(items));

  const parsed = catalogueFile.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('catalogue_malformed', jsonPath(issue?.path ?? []), issue?.code ?? 'invalid');
  }
  const { catalog } = parsed.data;
  if (!catalog.groups?.length && !catalog.controls?.length)
    return refuse('catalogue_empty', 'catalog', 'no_controls');
  return { ok: true, catalogue: catalog, unread: countUnread(fieldOf(value, 'catalog')) };
}

function refuse(code: CatalogueFault['code'], at: string, what: string): CatalogueReading {
  return { ok: false, fault: { code, at, what } };
}

/** Detects JSON of another kind: OSCAL has seven other models, and users pick the wrong download. */
function foreignDocument(value: unknown): { at: string; what: string } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { at: '$', what: 'not_an_object' };
  if ('catalog' in value) return null;
  if ('profile' in value) return { at: 'profile', what: 'profile' };
  return { at: Object.keys(value)[0]?.slice(0, 80) ?? '$', what: 'no_catalog' };
}

/** Whether a catalogue has more than `most` groups and controls, at any level. */
function hasMoreItems(file: unknown, most: number): boolean {
  const waiting: unknown[] = [fieldOf(file, 'catalog')];
  let count = -1;
  for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop()) {
    if (++count > most) return true;
    for (const field of ['groups', 'controls']) {
      const list = fieldOf(owner, field);
      if (!Array.isArray(list)) continue;
      if (count + waiting.length + list.length > most) return true;
      for (const one of list) waiting.push(one ?? null);
    }
  }
  return false;
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined;

export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, key) => (typeof key === 'number' ? `${at}[${key}]` : at ? `${at}.${String(key)}` : String(key)),
    '',
  );
}
