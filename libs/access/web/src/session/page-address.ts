/** What opens something to whoever holds it, and stays in the browser. */
const SECRETS = ['uid', 'token', 'w', 'code', 'state'];

/** The address of a page as it may be told: without the fragment, and without what links and directories put in it. */
export function pageAddress(href: string): string {
  const url = new URL(href);
  url.hash = '';
  for (const name of SECRETS) url.searchParams.delete(name);
  return url.href;
}
