import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

type Fetch = typeof globalThis.fetch;
type Headers = Readonly<Record<string, string>>;

/** tus HTTP stack on `fetch`, which browsers and tests share. Headers are requested anew for each request. */
export class FetchStack implements HttpStack {
  constructor(
    private readonly send: Fetch,
    private readonly headers: () => Headers | Promise<Headers>,
  ) {}

  createRequest(method: string, url: string): HttpRequest {
    return new FetchRequest(method, url, this.send, this.headers);
  }

  getName(): string {
    return 'fetch';
  }
}

class FetchRequest implements HttpRequest {
  private readonly own = new Map<string, string>();
  private readonly aborting = new AbortController();

  constructor(
    private readonly method: string,
    private readonly url: string,
    private readonly fetch: Fetch,
    private readonly headers: () => Headers | Promise<Headers>,
  ) {}

  getMethod(): string {
    return this.method;
  }

  getURL(): string {
    return this.url;
  }

  setHeader(header: string, value: string): void {
    this.own.set(header, value);
  }

  getHeader(header: string): string | undefined {
    return this.own.get(header);
  }

  /** Not supported by `fetch`; chunks are small, so progress per chunk is sufficient. */
  setProgressHandler(): void {
    return;
  }

  async send(body: unknown): Promise<HttpResponse> {
    const response = await this.fetch(this.url, {
      method: this.method,
      headers: { ...(await this.headers()), ...Object.fromEntries(this.own) },
      signal: this.aborting.signal,
      ...(body instanceof Blob && { body }),
    });
    const text = await response.text();
    return {
      getStatus: () => response.status,
      getHeader: (header) => response.headers.get(header) ?? undefined,
      getBody: () => text,
      getUnderlyingObject: () => response,
    };
  }

  abort(): Promise<void> {
    this.aborting.abort();
    return Promise.resolve();
  }

  getUnderlyingObject(): null {
    return null;
  }
}
