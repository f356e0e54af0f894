import { auditErrors, type CatalogueFaultDetails } from '@cotejo/audits-contracts';
import { MEGABYTE } from '@cotejo/files/parsing-process';
import { fileErrors } from '@cotejo/files/protocol';
import { Refusal } from '@cotejo/http/contracts';
import {
  catalogueToProgramme,
  checkProgramme,
  readCatalogue,
  type CatalogueFault,
  type CatalogueLimits,
  type Programme,
} from '@cotejo/worksheets-domain/programme';

/**
 * Parses and fully validates an OSCAL file, so that no later step can fail because of it.
 * @throws Refusal `catalogue_…` with the location of the fault, `parser_…` for an exceeded limit
 */
export function readProgramme(file: Uint8Array, limits: CatalogueLimits): Programme {
  const reading = readCatalogue(decode(file), limits);
  if (!reading.ok) throw refusalOf(reading.fault);
  const made = catalogueToProgramme(reading, limits);
  if (!made.ok) throw refusalOf(made.fault);
  const { programme } = made;
  const fault = checkProgramme(programme);
  if (fault) throw refusalOf(fault);
  if (programme.counts.steps === 0) {
    throw refusalOf({ code: 'catalogue_empty', at: 'catalog', what: 'no_controls' });
  }
  return programme;
}

/** JSON is UTF-8 (RFC 8259, section 8.1); decoding another encoding would silently change letters. */
function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file);
    const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')));
    const at = `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
    throw refusalOf({ code: 'catalogue_malformed', at, what: 'encoding' });
  }
}

/** Faults located by line; all others are located by a path. */
const OF_THE_TEXT: ReadonlySet<string> = new Set(['syntax', 'encoding']);

function refusalOf({ code, at, what }: CatalogueFault): Refusal {
  if (code === 'too_many_items')
    return new Refusal(fileErrors, 'parser_items', { params: { most: Number(what) } });
  if (code === 'too_deep') return new Refusal(fileErrors, 'parser_depth', { params: { most: Number(what) } });
  if (code === 'too_much_text') {
    return new Refusal(fileErrors, 'parser_output', { params: { megabytes: Number(what) / MEGABYTE } });
  }
  if (OF_THE_TEXT.has(what)) {
    const [line = 1, column = 1] = at.split(':').map(Number);
    const details: CatalogueFaultDetails = { path: null, line, column, what };
    return new Refusal(auditErrors, code, { params: { line, column }, details: { ...details } });
  }
  const details: CatalogueFaultDetails = { path: at, line: null, column: null, what };
  return new Refusal(auditErrors, codeFor(code, what), { params: { path: at }, details: { ...details } });
}

function codeFor(code: CatalogueFault['code'], what: string): string {
  if (code === 'catalogue_malformed') return 'catalogue_invalid';
  return what === 'profile' ? 'catalogue_unresolved' : code;
}
