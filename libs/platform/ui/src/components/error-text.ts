/**
 * Words for whatever was thrown or answered: a text as it is; a list as lines prefixed '- '; an object with
 * an error shows it with its code, unless that is no code or the word 'invalid', which tells nobody anything; an
 * object with only ERROR shows that; any other object one line a key. Null when it says nothing.
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
