import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { API_BASE } from '@cotejo/http/contracts';
import helmet from 'helmet';

/** Script URLs of the configured chats; null = none. */
export type OutsideScripts = readonly (string | null)[];

/**
 * Headers that forbid external content and inline scripts. Inline styles are allowed because the component
 * library sets style attributes and one style element. A configured chat's origin is allowed for scripts,
 * connections, frames and images.
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
        // Blob URLs of files that the page fetched: PDFs are shown in a frame.
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
    // Answers are personal: they are never cached, so they do not remain in the browser after signing out.
    if (request.path.startsWith(`${API_BASE}/`)) response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of always) response.setHeader(name, value);
    next();
  };
}

/** The headers are equal for every answer and are computed once. */
function headersSetBy(handler: ReturnType<typeof helmet>): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  handler(request, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
