import type { DetailedError, FileReader, HttpResponse, HttpStack, Upload } from 'tus-js-client';
import { finishedUpload } from '../protocol.ts';
import { faultOf, jsonOf, mayPass, type UploadFault } from './upload-state.ts';

export interface Sending {
  readonly endpoint: string;
  readonly stack: HttpStack;
  readonly chunkBytes: number;
  /** Milliseconds before each retry; starts over with each chunk that arrives. */
  readonly retryDelays: readonly number[];
}

export interface SendingEvents {
  /** URL of the upload on the server; to be remembered for resuming. */
  began(url: string): void;
  sent(bytes: number): void;
  done(answer: unknown): void;
  failed(fault: UploadFault): void;
}

/** Upload of one file. The tus client is loaded with the first upload. */
export class SendFile {
  private upload: Upload | null = null;
  private isStopped = false;

  constructor(
    private readonly file: Blob,
    private readonly name: string,
    private readonly target: string,
    /** Upload URL of an earlier visit; null = start a new upload. */
    private readonly url: string | null,
    private readonly options: Sending,
    private readonly events: SendingEvents,
  ) {}

  start(): void {
    this.isStopped = false;
    this.begin().catch((error: unknown) =>
      this.report(() => this.events.failed({ code: 'failed', message: String(error), status: 0 })),
    );
  }

  private async begin(): Promise<void> {
    const client = await import('tus-js-client');
    this.upload ??= this.prepare(client.Upload);
    if (!this.isStopped) this.upload.start();
  }

  private prepare(Client: typeof Upload): Upload {
    const { options, events, url } = this;
    const upload = new Client(this.file, {
      // No endpoint when resuming: if the upload no longer exists, tus must not create a new one; the `Uploader`
      // decides.
      endpoint: url === null ? options.endpoint : null,
      uploadUrl: url,
      metadata: { filename: this.name, target: this.target },
      chunkSize: options.chunkBytes,
      retryDelays: [...options.retryDelays],
      storeFingerprintForResuming: false,
      fileReader: blobs,
      httpStack: options.stack,
      onShouldRetry: (error) => mayPass(statusOf(error)),
      onUploadUrlAvailable: () => {
        // From here on tus only resumes: errors never start a second upload.
        upload.options.endpoint = null;
        if (upload.url !== null) events.began(upload.url);
      },
      onProgress: (sent) => this.report(() => events.sent(sent)),
      onChunkComplete: (_, sent) => this.report(() => events.sent(sent)),
      onSuccess: ({ lastResponse }) => void this.finish(lastResponse),
      onError: (error) => this.report(() => events.failed(faultOfError(error))),
    });
    return upload;
  }

  /** Stops without further events. Received bytes stay on the server. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.upload?.abort();
  }

  /** Stops and deletes the received bytes, if the server can be reached. */
  async cancel(): Promise<void> {
    await this.stop();
    const url = this.upload?.url ?? this.url;
    if (url === null) return;
    await this.request('DELETE', url).catch(() => undefined);
  }

  /** The answer may have been lost with its connection: it is then requested again. */
  private async finish(last: HttpResponse): Promise<void> {
    const answer = finishedUpload.safeParse(jsonOf(last.getBody()));
    if (answer.success) return this.report(() => this.events.done(answer.data.data));
    for (const delay of [...this.options.retryDelays, null]) {
      const outcome = await this.askForAnswer();
      if (!('code' in outcome)) return this.report(() => this.events.done(outcome.data));
      if (delay === null || !mayPass(outcome.status) || this.isStopped) {
        return this.report(() => this.events.failed(outcome));
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  private async askForAnswer(): Promise<UploadFault | { readonly data: unknown }> {
    const response = await this.request('PATCH', this.upload?.url ?? '').catch(() => null);
    if (response === null) return faultOf(0, '');
    const answer = finishedUpload.safeParse(jsonOf(response.getBody()));
    return answer.success ? { data: answer.data.data } : faultOf(response.getStatus(), response.getBody());
  }

  private request(method: string, url: string): Promise<HttpResponse> {
    const request = this.options.stack.createRequest(method, url);
    request.setHeader('Tus-Resumable', '1.0.0');
    if (method === 'PATCH') {
      request.setHeader('Upload-Offset', String(this.file.size));
      request.setHeader('Content-Type', 'application/offset+octet-stream');
    }
    return request.send(null);
  }

  private report(tell: () => void): void {
    if (!this.isStopped) tell();
  }
}

/** Passes slices to `fetch` without reading them, so that at most one chunk is in memory. */
const blobs: FileReader = {
  openFile(file: unknown) {
    if (!(file instanceof Blob)) return Promise.reject(new Error('only files can be uploaded'));
    return Promise.resolve({
      size: file.size,
      slice: (start: number, end: number) =>
        Promise.resolve({ value: file.slice(start, end), done: end >= file.size }),
      close: () => undefined,
    });
  },
};

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0;

function faultOfError(error: Error | DetailedError): UploadFault {
  if (!('originalResponse' in error)) return { code: 'failed', message: null, status: 0 };
  return faultOf(statusOf(error), error.originalResponse?.getBody() ?? '');
}
