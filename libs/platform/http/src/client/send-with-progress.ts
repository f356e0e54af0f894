import { ApiError } from './api-error.ts';

export interface Sending {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | string;
  readonly onProgress?: ((part: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function sendWithProgress(sending: Sending): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    if (sending.signal?.aborted === true) {
      reject(sending.signal.reason);
      return;
    }
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(sending.method, sending.url);
    for (const [name, value] of Object.entries(sending.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) sending.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(ApiError.network(new Error('network_error')));
    request.ontimeout = () => reject(ApiError.network(new Error('timeout')));
    request.onabort = () => reject(sending.signal?.reason ?? ApiError.network(new Error('aborted')));
    request.onloadend = () => sending.signal?.removeEventListener('abort', abort);
    sending.signal?.addEventListener('abort', abort);
    request.send(sending.body);
  });
}
