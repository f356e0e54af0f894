import { join } from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';

/** Paths that belong to the server; everything else is a page of the web application. */
const SERVER_PATHS = /^\/(api|health|metrics|docs|docs-json|docs-yaml|socket\.io|rooms)(\/|$)/;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Pictures of SVG are text too; the others are given their charset by themselves. */
function nameCharset(response: Response, path: string): void {
  if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
}

/** Serves the built web application: hashed files for ever, its one page always asked for again. */
export function serveWebPages(app: Express, webDir: string): void {
  app.use(
    '/assets',
    express.static(join(webDir, 'assets'), {
      index: false,
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      setHeaders: nameCharset,
    }),
  );
  const files = express.static(webDir, { index: false, maxAge: 0, setHeaders: nameCharset });
  // What the server answers itself is not looked for on the disk first.
  app.use((request, response, next) =>
    SERVER_PATHS.test(request.path) ? next() : files(request, response, next),
  );

  const page: RequestHandler = (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isFile = /\.[a-z0-9]+$/i.test(request.path);
    if (!reads || isFile || SERVER_PATHS.test(request.path)) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: webDir, cacheControl: false }, (error) => {
      if (error !== undefined && !response.headersSent) next();
    });
  };
  app.use(page);
}
