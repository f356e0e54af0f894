export { openText, TextConnection } from './text-connection.ts';
export type { TextConnectionOptions, TextListener } from './text-options.ts';
export type { TextFailure, TextStatus } from './text-status.ts';
export type { Peer, TextDraft } from '@cotejo/rooms/client';
