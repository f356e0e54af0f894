/** As text with keys in one order (UTF-16, as RFC 8785 has it), whatever the order in which they came. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys);

function sortedKeys(_: string, value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
