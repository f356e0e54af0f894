import { DetailedError, Upload, type FileReader, type HttpResponse, type HttpStack } from 'tus-js-client';
import { finishedUpload } from '../protocol.ts';
import { faultOf, jsonOf, mayPass, type UploadFault } from './upload-state.ts';

export interface Sending {
  readonly endpoint: string;
  readonly stack: HttpStack;
  readonly chunkBytes: number;
  /** Milliseconds before each further try; the count begins anew with each piece that arrives. */
  readonly retryDelays: readonly number[];
}

export interface SendingEvents {
  /** Where the server takes it; to be remembered. */
  began(url: string): void;
  sent(bytes: number): void;
  done(answer: unknown): void;
  failed(fault: UploadFault): void;
}

/** One file on its way. */
export class SendFile {
  private readonly upload: Upload;
  private isStopped = false;

  constructor(
    private readonly file: Blob,
    name: string,
    target: string,
    /** Where it went on an earlier visit; null = from the beginning. */
    url: string | null,
    private readonly options: Sending,
    private readonly events: SendingEvents,
  ) {
    this.upload = new Upload(file, {
      // Without an endpoint: where an upload can't be found, it is for us to say what happens next.
      endpoint: url === null ? options.endpoint : null,
      uploadUrl: url,
      metadata: { filename: name, target },
      chunkSize: options.chunkBytes,
      retryDelays: [...options.retryDelays],
      storeFingerprintForResuming: false,
      fileReader: blobs,
      httpStack: options.stack,
      onShouldRetry: (error) => mayPass(statusOf(error)),
      onUploadUrlAvailable: () => {
        // The same from here on: trouble on the way never begins a second upload.
        this.upload.options.endpoint = null;
        if (this.upload.url !== null) events.began(this.upload.url);
      },
      onProgress: (sent) => this.report(() => events.sent(sent)),
      onChunkComplete: (_, sent) => this.report(() => events.sent(sent)),
      onSuccess: ({ lastResponse }) => void this.finish(lastResponse),
      onError: (error) => this.report(() => events.failed(faultOfError(error))),
    });
  }

  start(): void {
    this.isStopped = false;
    this.upload.start();
  }

  /** Nothing is reported any more. What arrived stays with the server. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.upload.abort();
  }

  /** Takes back what arrived, as far as the server can be told. */
  async cancel(): Promise<void> {
    await this.stop();
    if (this.upload.url === null) return;
    await this.request('DELETE', this.upload.url).catch(() => undefined);
  }

  /** The answer may have got lost with its connection: then it is asked for again. */
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
    const response = await this.request('PATCH', this.upload.url ?? '').catch(() => null);
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

/** Pieces of a file as they are: `fetch` reads them itself, so no more than one is ever in memory. */
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

function faultOfError(error: Error): UploadFault {
  if (!(error instanceof DetailedError)) return { code: 'failed', message: null, status: 0 };
  return faultOf(statusOf(error), error.originalResponse?.getBody() ?? '');
}
