export { RawClient, type RawClientOptions } from './raw-client.ts';
