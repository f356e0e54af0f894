export { isTextKept, openText } from './open-text.ts';
export { TextConnection } from './text-connection.ts';
export type { TextConnectionOptions, TextListener } from './text-options.ts';
export type { TextFailure, TextStatus } from './text-status.ts';
export type { Peer, TextDraft } from '@cotejo/rooms/client';
