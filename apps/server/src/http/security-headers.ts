import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { API_BASE } from '@cotejo/http/contracts';
import helmet from 'helmet';

/** Scripts from elsewhere that this installation was told to load: the chats. Null = none. */
export type OutsideScripts = readonly (string | null)[];

/**
 * Nothing from elsewhere, no inline script. Inline styles are allowed because the component library sets
 * style attributes and one style element. Where a chat is configured, its origin alone may bring its script, and
 * be called, framed and shown by it.
 */
export function securityHeaders(outside: OutsideScripts = []): RequestHandler {
  const origins = [
    ...new Set(outside.flatMap((script) => (script === null ? [] : [new URL(script).origin]))),
  ];
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...origins],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...origins, ...sockets],
        // Files that the page fetched itself: a PDF is shown in a frame.
        frameSrc: ['blob:', ...origins],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const always = headersSetBy(headers);
  return (request, response, next) => {
    // What the calls answer is a person's own: no cache keeps it, also not the browser's after signing out.
    if (request.path.startsWith(`${API_BASE}/`)) response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of always) response.setHeader(name, value);
    next();
  };
}

/** They are the same for every answer: worked out once. */
function headersSetBy(handler: ReturnType<typeof helmet>): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  handler(request, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
