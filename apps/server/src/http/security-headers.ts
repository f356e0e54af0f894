import type { RequestHandler } from 'express';
import { API_BASE } from '@cotejo/http/contracts';
import helmet from 'helmet';

/**
 * Nothing from elsewhere, no inline script. Inline styles are allowed because the component library sets
 * style attributes and one style element.
 */
export function securityHeaders(): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    // What the calls answer is a person's own: no cache keeps it, also not the browser's after signing out.
    if (request.path.startsWith(`${API_BASE}/`)) response.setHeader('Cache-Control', 'no-store');
    headers(request, response, next);
  };
}
