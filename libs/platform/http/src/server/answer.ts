import { StreamableFile } from '@nestjs/common';

export type Headers = Readonly<Record<string, string>>;

/** Handler result with response headers, and optionally another status than the call's. */
export class Answer<Data> {
  constructor(
    readonly data: Data,
    readonly headers: Headers,
    readonly status?: number,
  ) {}
}

/** Binary answer. `disposition`: header `Content-Disposition`. */
export function fileAnswer(
  bytes: Uint8Array,
  { type, disposition }: { readonly type: string; readonly disposition?: string },
  headers: Headers,
): Answer<never> {
  const file = { type, length: bytes.length, ...(disposition !== undefined && { disposition }) };
  return new Answer(new StreamableFile(bytes, file) as never, headers);
}
