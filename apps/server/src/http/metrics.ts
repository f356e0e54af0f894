import { timingSafeEqual } from 'node:crypto';
import type { Express, Request } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricsOptions {
  /** Bearer token that opens the metrics to other machines. */
  readonly token: string | undefined;
  /** Gauges, read when scraped. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly read: () => number }>>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Prometheus metrics at /metrics, for this machine or with the token. */
export function serveMetrics(app: Express, options: MetricsOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
    registers: [registry],
  });
  for (const [name, { help, read }] of Object.entries(options.gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  app.use((request, response, next) => {
    const stop = durations.startTimer({ method: request.method });
    response.on('finish', () => stop({ status: String(response.statusCode) }));
    next();
  });
  app.get('/metrics', (request, response, next) => {
    if (!mayRead(request, options.token)) return next();
    registry.metrics().then((figures) => response.type(registry.contentType).send(figures), next);
  });
}

/** Headers by which proxies mark forwarded requests; each proxy sets some of them. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'] as const;

type Asking = Pick<Request, 'headers'> & { readonly socket: Pick<Request['socket'], 'remoteAddress'> };

export function mayRead(request: Asking, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && given !== undefined) {
    const [a, b] = [Buffer.from(given), Buffer.from(token)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
  // A forwarded request is not local, even if its last hop is.
  const isPassedOn = PASSED_ON.some((header) => request.headers[header] !== undefined);
  return LOOPBACK.has(request.socket.remoteAddress ?? '') && !isPassedOn;
}
