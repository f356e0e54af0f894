import { StreamableFile } from '@nestjs/common';

export type Headers = Readonly<Record<string, string>>;

/** Data with headers of its own, and with another status than the call's where it has one. */
export class Answer<Data> {
  constructor(
    readonly data: Data,
    readonly headers: Headers,
    readonly status?: number,
  ) {}
}

/** Bytes as the whole answer. `disposition`: header `Content-Disposition`. */
export function fileAnswer(
  bytes: Uint8Array,
  { type, disposition }: { readonly type: string; readonly disposition?: string },
  headers: Headers,
): Answer<never> {
  const file = { type, length: bytes.length, ...(disposition !== undefined && { disposition }) };
  return new Answer(new StreamableFile(bytes, file) as never, headers);
}
