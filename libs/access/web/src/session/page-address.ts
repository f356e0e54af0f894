/** Query parameters that grant access to their holder; they must not leave the browser. */
const SECRETS = ['uid', 'token', 'w', 'code', 'state'];

/** Page address that may be reported: without the fragment and without secret parameters of links and directories. */
export function pageAddress(href: string): string {
  const url = new URL(href);
  url.hash = '';
  for (const name of SECRETS) url.searchParams.delete(name);
  return url.href;
}
