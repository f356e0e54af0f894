import { z } from 'zod';

export type UploadStatus = 'waiting' | 'uploading' | 'paused' | 'done' | 'failed';

/** State of an upload for the UI. Replaced as a whole with every change. */
export interface UploadState {
  /** Client-side id, not the server's. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes received by the server. */
  readonly sent: number;
  readonly target: string;
  readonly status: UploadStatus;
  /** Failure code: of `fileErrors`, of the application, `offline` or `failed`. */
  readonly code: string | null;
  /** Localized message of the server; null for `offline` and `failed`. */
  readonly message: string | null;
  /** The application's answer to the finished upload. */
  readonly answer: unknown;
}

export interface UploadFault {
  readonly code: string;
  readonly message: string | null;
  readonly status: number;
}

const refused = z.object({ error: z.string(), code: z.string() });

/** Parses an error response; status 0 = no response. */
export function faultOf(status: number, body: string): UploadFault {
  if (status === 0) return { code: 'offline', message: null, status };
  const read = refused.safeParse(jsonOf(body)).data;
  return { code: read?.code ?? 'failed', message: read?.error ?? null, status };
}

/** Whether a retry may help: no response, conflict or lock, rate limit, or server error. */
export const mayPass = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
