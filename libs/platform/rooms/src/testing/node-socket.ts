import { WebSocket } from 'ws';

/** A browser's socket for its clients in Node: that of `ws` has all of it that y-websocket uses. */
export const NodeSocket = WebSocket as unknown as typeof globalThis.WebSocket;
