import { catalogueFile, type Catalogue } from './catalogue-schema.ts';
import { findJsonFault } from './find-json-fault.ts';

/** Why a file is no catalogue: a code of the audits' error catalogue and the place at fault. */
export interface CatalogueFault {
  readonly code: 'catalogue_malformed' | 'catalogue_not_oscal' | 'catalogue_empty';
  /** JSON path such as `catalog.groups[3].controls[0].title`, or `line:column` of broken JSON. */
  readonly at: string;
  /** Machine word for what is wrong there: expected type, `syntax`, `profile`… */
  readonly what: string;
}

export type CatalogueReading =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly fault: CatalogueFault };

/** Real catalogues nest about 10 deep; far more is an attack on recursion. */
const MAX_DEPTH = 60;

/** Reads an OSCAL catalogue (or resolved profile, which is one) from JSON text; never throws. */
export function readCatalogue(json: string): CatalogueReading {
  const text = json.charCodeAt(0) === 0xfeff ? json.slice(1) : json;
  const broken = findJsonFault(text, MAX_DEPTH);
  if (broken) return refuse('catalogue_malformed', broken.at, broken.what);

  const value: unknown = JSON.parse(text);
  const foreign = foreignDocument(value);
  if (foreign) return refuse('catalogue_not_oscal', foreign.at, foreign.what);

  const parsed = catalogueFile.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('catalogue_malformed', jsonPath(issue?.path ?? []), issue?.code ?? 'invalid');
  }
  const { catalog } = parsed.data;
  if (!catalog.groups?.length && !catalog.controls?.length)
    return refuse('catalogue_empty', 'catalog', 'no_controls');
  return { ok: true, catalogue: catalog };
}

function refuse(code: CatalogueFault['code'], at: string, what: string): CatalogueReading {
  return { ok: false, fault: { code, at, what } };
}

/** JSON, but of another kind: OSCAL has seven other models, and people pick the wrong download. */
function foreignDocument(value: unknown): { at: string; what: string } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { at: '$', what: 'not_an_object' };
  if ('catalog' in value) return null;
  if ('profile' in value) return { at: 'profile', what: 'profile' };
  return { at: Object.keys(value)[0]?.slice(0, 80) ?? '$', what: 'no_catalog' };
}

export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, key) => (typeof key === 'number' ? `${at}[${key}]` : at ? `${at}.${String(key)}` : String(key)),
    '',
  );
}
