import { errorEnvelope } from '@cotejo/http/contracts';
import { loadErrorTexts } from '../http/error-texts.ts';
import { manifests } from '../manifests.ts';

/** Internals that must not leak: paths, stack traces, error classes, database and library names. */
const INTERNALS =
  /node_modules|\bat [\w.<>]+ \(|\.(ts|js|mjs):\d+|file:\/\/|\/(usr|home|tmp|root)\/|\b(Type|Range|Syntax|Reference|Query\w+|Zod|URI|Http)Error\b|ECONN|Unexpected (token|end)|Cannot (read|GET|POST|PUT)|\b(select|insert into|update|delete from) ["\w]+\.|\b(postgres|pg|typeorm|nestjs|body-parser|express|zod)\b/i;

export const internalsIn = (text: string): string | null => INTERNALS.exec(text)?.[0] ?? null;

/** Search for internals in binary answers: only printable runs of 12 or more characters. */
export const internalsInBytes = (latin1: string): string | null =>
  internalsIn((latin1.match(/[\x20-\x7e]{12,}/g) ?? []).join('\n'));

const texts = loadErrorTexts();
const NAMESPACES = [
  'http',
  'access-contracts',
  'audits-contracts',
  'worksheets-contracts',
  'operations-contracts',
  'files',
  ...manifests.flatMap(({ errors }) => errors.map(({ namespace }) => namespace)),
];

/** Whether the words are the code's Spanish text; placeholders may hold any value. */
function isWorded(code: string, words: string): boolean {
  return NAMESPACES.some((namespace) => {
    const text = texts.text(namespace, `errors.${code}`, 'es');
    const said = text?.replace(/\{\{.*?\}\}/g, ' ').match(/\p{L}{3,}/gu);
    return said?.every((word) => words.includes(word)) ?? false;
  });
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Fault of an answer; null if it is acceptable. Refusals of the API must use its envelope. */
export function faultOf(
  { status, type, text }: Omit<Answered, 'headers'>,
  isOfInterface: boolean,
): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  // The API description may contain such words.
  const internals = status < 400 && !isOfInterface ? null : internalsIn(text);
  if (internals !== null) return `tells "${internals}": ${text.slice(0, 200)}`;
  if (status < 400 || !isOfInterface) return null;
  if (!type.startsWith('application/json')) return `${status} without an envelope: ${text.slice(0, 200)}`;
  const parsed = errorEnvelope.safeParse(parsedOf(text));
  if (!parsed.success) return `no envelope: ${text.slice(0, 200)}`;
  const { code, error } = parsed.data;
  return isWorded(code, error) ? null : `no Spanish words: ${code} "${error}"`;
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
