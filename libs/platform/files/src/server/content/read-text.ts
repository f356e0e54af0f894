import type { Content } from '../../accepted-kinds.ts';
import type { ByteSource } from './byte-source.ts';

const LOOKED_AT = 64 * 1024;
/**
 * Control characters that do not occur in text; excludes tabs, line breaks, form feeds and the old end-of-file mark.
 */
const CONTROLS = /[\x00-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/;
const MARKUP =
  /^<(!doctype\s+(html|svg)|html|head|body|script|svg|iframe|style|title|table|div|img|a|h1|p|br|meta|link|form|object|embed|template)\b|^<\?php|^<%|^<!--/i;
/**
 * Each part matches to its first terminator only: an ambiguous pattern would backtrack exponentially over many
 * comments.
 */
const XML_ROOT = /^(?:<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>[]*>|\s)*<([A-Za-z_][\w.:-]*)/i;
/** Namespaces and instructions that make a browser render or execute XML. */
const ACTIVE_XML = /www\.w3\.org\/(1999\/xhtml|2000\/svg|1999\/xsl)|<\?xml-stylesheet|<!entity/i;
const DRAWN_ROOT = /^(?:.*:)?(html|svg|stylesheet|script)$/i;
const HEADER = /^[!-9;-~]+:[ \t]/;
const MAIL_HEADER = /^(from|to|received|return-path|delivered-to|message-id|subject|date|mime-version):/im;

/** Kind of a text file; `unknown` when it is not text. Inspects its beginning, middle and end. */
export async function contentOfText(source: ByteSource): Promise<Content> {
  const head = await source.read(0, LOOKED_AT);
  const text = decode(head);
  if (text === null || CONTROLS.test(text)) return 'unknown';
  const wide = isWide(head);
  for (const start of [Math.floor(source.bytes / 2), source.bytes - LOOKED_AT]) {
    if (wide || start < LOOKED_AT) continue;
    if (CONTROLS.test((await source.read(start, LOOKED_AT)).toString('latin1'))) return 'unknown';
  }
  return contentOfWords(text.trimStart());
}

function contentOfWords(text: string): Content {
  if (/^<\?xml\b/i.test(text)) return contentOfXml(text);
  if (MARKUP.test(text)) return 'markup';
  if (/^<[A-Za-z_][\w.:-]*[\s/>]/.test(text)) return contentOfXml(text);
  const [first = ''] = text.split(/\r?\n/, 1);
  const isMail = (HEADER.test(first) || first.startsWith('From ')) && MAIL_HEADER.test(headersOf(text));
  return isMail ? 'mail' : 'text';
}

function contentOfXml(text: string): Content {
  const root = XML_ROOT.exec(text)?.[1] ?? '';
  return root === '' || DRAWN_ROOT.test(root) || ACTIVE_XML.test(text) ? 'markup' : 'xml';
}

const headersOf = (text: string): string => text.split(/\r?\n\r?\n/, 1)[0] ?? '';

const isWide = (head: Buffer): boolean => {
  const mark = head.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
};

/** Decodes UTF-16 with a byte order mark, UTF-8, or else Latin-1; a character cut off at the end is accepted. */
function decode(head: Buffer): string | null {
  if (isWide(head)) {
    return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return head.toString('latin1');
  }
}
