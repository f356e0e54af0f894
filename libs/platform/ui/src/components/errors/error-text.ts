/**
 * Text for any thrown value or answer: strings as they are; lists as lines prefixed '- '; objects with
 * `error` with their code appended, unless it is missing or 'invalid', which carries no information; objects
 * with only `ERROR` that text; other objects one line a key. Null if there is no text.
 */
export function errorText(failure: unknown): string | null {
  if (typeof failure === 'string') return failure === '' ? null : failure;
  if (failure instanceof Error) return failure.message === '' ? null : failure.message;
  if (Array.isArray(failure)) return failure.map((line) => `- ${errorText(line) ?? String(line)}`).join('\n');
  if (typeof failure !== 'object' || failure === null) return null;
  const entries = Object.entries(failure);
  const values = new Map<string, unknown>(entries);
  if (values.has('error')) {
    const code = values.get('code');
    const words = errorText(values.get('error')) ?? '';
    return isCode(code) ? `${words}\nErrCode: ${code}` : words;
  }
  if (entries.length === 1 && values.has('ERROR')) return `Error: ${errorText(values.get('ERROR')) ?? ''}`;
  return entries.length === 0
    ? null
    : entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n');
}

const isCode = (code: unknown): code is string | number =>
  typeof code === 'string' ? !['', 'invalid'].includes(code.trim()) : Number.isFinite(code);
