import type { ServerResponse } from 'node:http';

const SHARING = /^access-control-/i;

/** Removes CORS headers from a response: the tus library allows other origins, but uploads are same-origin only. */
export function unshared(response: ServerResponse): ServerResponse {
  const write = response.writeHead.bind(response) as (...parts: readonly unknown[]) => ServerResponse;
  response.writeHead = (...parts: readonly unknown[]): ServerResponse =>
    write(...parts.map((part) => (Array.isArray(part) ? withoutSharing(part) : part)));
  return response;
}

/** Accepts both header formats: flat names and values, or pairs. */
const withoutSharing = (headers: readonly unknown[]): readonly unknown[] =>
  Array.isArray(headers[0])
    ? headers.filter((pair) => !SHARING.test(String((pair as readonly unknown[])[0])))
    : headers.filter((_, index) => !SHARING.test(String(headers[index - (index % 2)])));
