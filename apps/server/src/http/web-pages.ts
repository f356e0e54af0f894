import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';

/** Paths of the server; all others are pages of the web application. */
const SERVER_PATHS = /^\/(api|health|metrics|docs|docs-json|socket\.io|rooms)(\/|$)/;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FOR_EVER = { immutable: true, maxAge: YEAR_SECONDS * 1000 } as const;

/** Precompressed files of the build by suffix, smallest first. */
const PACKINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** SVG needs a charset because it is text; the other types get theirs from Express. */
function nameCharset(response: Response, path: string): void {
  if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
}

/**
 * Serves precompressed hashed files to clients that accept the encoding; other requests go to the next
 * handler.
 */
function packedAssets(folder: string): RequestHandler {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return (request, response, next) => {
    const name = request.path.slice(1);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const packing = reads
      ? PACKINGS.find(
          ({ encoding, ending }) =>
            names.has(name + ending) && request.acceptsEncodings(encoding, 'identity') === encoding,
        )
      : undefined;
    if (packing === undefined) return next();
    response.vary('Accept-Encoding');
    response.setHeader('Content-Encoding', packing.encoding);
    response.type(extname(name));
    nameCharset(response, name);
    response.sendFile(name + packing.ending, { root: folder, ...FOR_EVER }, (error) => {
      if (error === undefined || response.headersSent) return;
      response.removeHeader('Content-Encoding');
      next();
    });
  };
}

/** Serves the web application: hashed files are immutable, its single page is revalidated each time. */
export function serveWebPages(app: Express, webDir: string): void {
  const assets = join(webDir, 'assets');
  app.use(
    '/assets',
    packedAssets(assets),
    express.static(assets, { index: false, ...FOR_EVER, setHeaders: nameCharset }),
  );
  const files = express.static(webDir, { index: false, maxAge: 0, setHeaders: nameCharset });
  // Paths of the server skip the lookup on disk.
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
