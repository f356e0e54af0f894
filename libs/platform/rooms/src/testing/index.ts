export { NodeSocket } from './node-socket.ts';
export { RawClient, type RawClientOptions } from './raw-client.ts';
export { simulatedChannels } from './simulated-channels.ts';
