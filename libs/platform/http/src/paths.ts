export const API_BASE = '/api';

/** Path of a call with its ids filled in. */
export function pathOf(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${path} lacks "${name}"`);
    return encodeURIComponent(String(value));
  });
}
