import type { ServerResponse } from 'node:http';

const SHARING = /^access-control-/i;

/**
 * Takes headers of CORS out of what is written to a response: the library of uploads offers its answers to pages of
 * other sites, and ours are for the page's own alone.
 */
export function unshared(response: ServerResponse): ServerResponse {
  const write = response.writeHead.bind(response) as (...parts: readonly unknown[]) => ServerResponse;
  response.writeHead = (...parts: readonly unknown[]): ServerResponse =>
    write(...parts.map((part) => (Array.isArray(part) ? withoutSharing(part) : part)));
  return response;
}

/** Names and values in turn, or in pairs. */
const withoutSharing = (headers: readonly unknown[]): readonly unknown[] =>
  Array.isArray(headers[0])
    ? headers.filter((pair) => !SHARING.test(String((pair as readonly unknown[])[0])))
    : headers.filter((_, index) => !SHARING.test(String(headers[index - (index % 2)])));
