import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';

/** Paths that belong to the server; everything else is a page of the web application. */
const SERVER_PATHS = /^\/(api|health|metrics|docs|docs-json|docs-yaml|socket\.io|rooms)(\/|$)/;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FOR_EVER = { immutable: true, maxAge: YEAR_SECONDS * 1000 } as const;

/** How the build packs files, by the ending that it adds; the smallest first. */
const PACKINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** Pictures of SVG are text too; the others are given their charset by themselves. */
function nameCharset(response: Response, path: string): void {
  if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
}

/** Gives hashed files as the build packed them, to whoever can unpack them; the others are left to the next. */
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

/** Serves the built web application: hashed files for ever, its one page always asked for again. */
export function serveWebPages(app: Express, webDir: string): void {
  const assets = join(webDir, 'assets');
  app.use(
    '/assets',
    packedAssets(assets),
    express.static(assets, { index: false, ...FOR_EVER, setHeaders: nameCharset }),
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
