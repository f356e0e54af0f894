import { z } from 'zod';

export type UploadStatus = 'waiting' | 'uploading' | 'paused' | 'done' | 'failed';

/** What a screen shows of an upload. Replaced as a whole with every change. */
export interface UploadState {
  /** Made here; not the server's. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes that the server has. */
  readonly sent: number;
  readonly target: string;
  readonly status: UploadStatus;
  /** Why it failed: of `fileErrors`, of the application, `offline` or `failed`. */
  readonly code: string | null;
  /** The server's words for it, in the person's language; null for `offline` and `failed`. */
  readonly message: string | null;
  /** What the application answered to the finished upload. */
  readonly answer: unknown;
}

export interface UploadFault {
  readonly code: string;
  readonly message: string | null;
  readonly status: number;
}

const refused = z.object({ error: z.string(), code: z.string() });

/** What an answer that is no success says; status 0 where none came. */
export function faultOf(status: number, body: string): UploadFault {
  if (status === 0) return { code: 'offline', message: null, status };
  const read = refused.safeParse(jsonOf(body)).data;
  return { code: read?.code ?? 'failed', message: read?.error ?? null, status };
}

/** Whether trying again may help: nobody answered, somebody else was at it, or the server is in trouble. */
export const mayPass = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
