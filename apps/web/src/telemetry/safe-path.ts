const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const LONGEST = 300;

/** Path without personal data: ids become `:id`, numbers `:n`. */
export function safePath(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : (address.split(/[?#]/)[0] ?? '');
  return path
    .replace(UUID, ':id')
    .split('/')
    .map((part) => {
      if (/^\d+$/.test(part)) return ':n';
      return part === '@me' || /^[\w:.-]*$/.test(part) ? part : ':text';
    })
    .join('/')
    .slice(0, LONGEST);
}
