import { WebSocket } from 'ws';

/** Browser WebSocket for clients in Node: the `ws` package implements everything that y-websocket uses. */
export const NodeSocket = WebSocket as unknown as typeof globalThis.WebSocket;
