import {
  createParamDecorator,
  SetMetadata,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { Refusal } from '../contracts.ts';
import type { KnownRequest } from './authenticator.ts';

export interface UploadLimit {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Refusal;
}

export const UPLOAD = 'cotejo:upload';

/** The door takes a file as its body, which is read once its sender is known and let in. */
export const Upload = (limit: UploadLimit): CustomDecorator => SetMetadata(UPLOAD, limit);

/** The file. Only at a door that is an `@Upload`. */
export const UploadedBody = createParamDecorator((_: unknown, context: ExecutionContext): Uint8Array => {
  const { upload } = context.switchToHttp().getRequest<KnownRequest>();
  if (!upload) throw new Error('@UploadedBody() stands at a door that takes no file');
  return upload.bytes;
});
