import 'reflect-metadata';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { AUDITS_SERVICES, type AuditsServices } from '@cotejo/audits-server';
import { API_BASE } from '@cotejo/http/contracts';
import { DeclaredRoutes, ErrorTexts, jsonBodies, readyAnswers, type CallRoute } from '@cotejo/http/server';
import { explainListenError, findHolder } from '@cotejo/database';
import { RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { Logger } from 'pino';
import { ApplicationModule } from './application.module.ts';
import { ClosingStack } from './configuration/closing-stack.ts';
import type { Configuration } from './configuration/configuration.ts';
import { openContexts, type Contexts, type ContextsOptions } from './contexts.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { answerWhileStarting, type StartingAnswers } from './http/answer-while-starting.ts';
import { FrameworkLog } from './http/framework-log.ts';
import { serveMetrics } from './http/metrics.ts';
import { serveApiDescription } from './http/api-description.ts';
import { expressRoutes, type ExpressRoute } from './http/express-routes.ts';
import { OwnOriginAdapter, ownOrigin } from './http/own-origin.ts';
import { requestLogging } from './http/request-logging.ts';
import { securityHeaders } from './http/security-headers.ts';
import { spaceRequests } from './http/spaced-requests.ts';
import { serveWebPages } from './http/web-pages.ts';
import { refuseElsewhere } from './http/refuse-elsewhere.ts';
import { warnOfProxy } from './http/warn-of-proxy.ts';
import { startSealing } from './seals/start-sealing.ts';

export interface StartOptions {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** Prints a line at the terminal. */
  readonly say: (line: string) => void;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
  /** The machine's clock, which a test may set wrong. It is only monitored: timestamps come from the database. */
  readonly clock?: () => Date;
  /** Minimum milliseconds that calls wait until their writes are readable; tests raise it. */
  readonly leastWaitMs?: number;
  /** Milliseconds behind the log of access after which the node sends no data. */
  readonly mostLagMs?: number | undefined;
  /** What tests provide to contexts in place of the product's own. */
  readonly provides?: ContextsOptions['provides'];
}

export interface RunningServer {
  /** Address of the running server. */
  readonly address: string;
  /** Whether the demo account exists. */
  readonly demo: boolean;
  readonly hasAccounts: boolean;
  readonly foundation: Foundation;
  readonly http: Server;
  /** All declared entry points: calls, feeds, rooms and their intents. */
  readonly waysIn: WaysIn;
  /** Answers pending requests, disconnects all clients and closes everything, the database last. */
  stop(): Promise<void>;
}

export interface WaysIn extends Pick<Contexts, 'topics' | 'hosts'> {
  /** Rights that each kind of intent requires. */
  readonly intents: AuditsServices['rooms']['model']['rights'];
  readonly callRoutes: readonly CallRoute[];
  /** All HTTP routes, from Nest and Express. */
  readonly routes: readonly ExpressRoute[];
}

/** Maximum bytes of an ordinary request body. */
const BODY_BYTES = 256 * 1024;
/**
 * Milliseconds for which an idle connection stays open; longer than proxies and browsers keep one, so that the client
 * closes it: a request sent while the server closes the connection is lost.
 */
const KEEP_ALIVE_MS = 75_000;
/** Methods of tus 1.0.0. */
const UPLOAD_METHODS = ['options', 'post', 'head', 'patch', 'delete'] as const;
/** The built web application, beside this bundle or, in tests, beside its source. */
const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Starts everything; if any part fails, the started parts are closed. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { configuration, log } = options;
  const closing = new ClosingStack((step, err) => log.error({ step, err }, 'something did not close'));
  try {
    const starting = await takePort(configuration);
    closing.add('answers while starting', () => starting?.end());
    return await compose(options, closing, starting);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function compose(
  options: StartOptions,
  closing: ClosingStack,
  starting: StartingAnswers | null,
): Promise<RunningServer> {
  const { configuration, log, say, signal, clock, leastWaitMs, mostLagMs, provides } = options;
  const patienceMs = Number.POSITIVE_INFINITY;
  const foundation = await openFoundation({
    ...{ configuration, log, say, closing, signal, patienceMs, clock, mostLagMs },
  });
  const contexts = await openContexts({ foundation, log, closing, leastWaitMs, provides });
  const { seedDemo: wanted, production } = configuration;
  const { access } = foundation;
  const demo = wanted && (await seedDemo({ foundation, contexts, production }));
  signal?.throwIfAborted();

  const module = ApplicationModule.register({ foundation, contexts, log });
  const app = await NestFactory.create<NestExpressApplication>(module, {
    bodyParser: false,
    logger: new FrameworkLog(log),
    abortOnError: false,
  });
  closing.add('http', () => app.close());
  const isOwn = ownOrigin(configuration.publicUrl);
  app.useWebSocketAdapter(new OwnOriginAdapter(app, isOwn));
  app.setGlobalPrefix(API_BASE, {
    exclude: ['health/live', 'health/ready'].map((path) => ({ path, method: RequestMethod.GET })),
  });
  app.set('trust proxy', configuration.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  // Answers of calls are not cached; the few that clients revalidate set their own ETag, and files keep
  // theirs.
  app.set('etag', () => undefined);

  const express = app.getHttpAdapter().getInstance();
  const { chat } = configuration;
  if (configuration.production) {
    const trusts = express.get('trust proxy fn') as Parameters<typeof warnOfProxy>[0];
    app.use(
      warnOfProxy(trusts, (peer) => log.warn({ peer }, 'X-Forwarded-For is not believed: set TRUST_PROXY')),
    );
  }
  app.use(requestLogging(log), securityHeaders([chat.script, chat.secondScript]));
  await contexts.begin();
  for (const uploads of contexts.uploads)
    for (const path of [uploads.path, `${uploads.path}/:upload`])
      for (const method of UPLOAD_METHODS)
        express[method](path, (request, response) => void uploads.handle(request, response));
  serveMetrics(express, { token: configuration.metricsToken, gauges: contexts.gauges });
  app.use(readyAnswers(access.authenticator, [access.readyProfiles]), compression());
  // Level 1: higher levels save about 5 % on answers of mostly ids but take twice the time.
  app.use(API_BASE, compression({ level: 1 }));
  const webDir = configuration.webDir ?? WEB_DIR;
  if (existsSync(webDir)) serveWebPages(express, webDir);
  const callRoutes = app.get(DeclaredRoutes).list();
  const uploads = callRoutes.flatMap(({ call, path }) => (call.upload ? [API_BASE + path] : []));
  app.use(...jsonBodies({ limit: BODY_BYTES, uploads }));
  serveApiDescription(app);

  const http = app.getHttpServer();
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  contexts.rooms.attach(http, isOwn);
  await app.init();
  spaceRequests(http);
  refuseElsewhere(express, app.get(ErrorTexts), log);
  await starting?.end();
  await listen(app, configuration);
  closing.add('rooms', () => contexts.leave());
  await startSealing({ foundation, configuration, log, closing });
  const address = addressOf(http, configuration);
  await foundation.database.announce(address);
  return {
    address,
    demo,
    hasAccounts: foundation.access.state.hasAccounts,
    foundation,
    http,
    waysIn: {
      callRoutes,
      routes: expressRoutes(express),
      topics: contexts.topics,
      hosts: contexts.hosts,
      intents: contexts.ground.the(AUDITS_SERVICES).rooms.model.rights,
    },
    stop: () => {
      // Idle keep-alive connections must not delay the shutdown.
      http.closeIdleConnections();
      return closing.close();
    },
  };
}

async function listen(app: NestExpressApplication, { port, host }: Configuration): Promise<void> {
  try {
    await (host === undefined ? app.listen(port) : app.listen(port, host));
  } catch (error) {
    throw explainListenError(error, port);
  }
}

/**
 * Listens on the port before anything else starts, so that an occupied port is reported first. Null when the system
 * chooses the port, and when another instance of the product has it: the error of its data folder is more specific.
 */
async function takePort({
  port,
  host,
  dataDir,
  databaseUrl,
}: Configuration): Promise<StartingAnswers | null> {
  if (port === 0) return null;
  try {
    return await answerWhileStarting(port, host);
  } catch (error) {
    if (databaseUrl === undefined && (await findHolder(dataDir)) !== null) return null;
    throw error;
  }
}

function addressOf(http: Server, { host }: Configuration): string {
  const bound = http.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const everywhere = host === undefined || host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
