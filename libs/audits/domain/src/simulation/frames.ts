import type { UserId } from '@cotejo/access-contracts';
import type { IntentEnvelope } from '@cotejo/audits-contracts';
import type { SimulatedNode } from './simulated-node.ts';
import type { Outcome } from './simulated-store.ts';

/** Frames of the room protocol, without their binary encoding. */
export type ClientFrame =
  | {
      readonly t: 'hello';
      readonly document: string | null;
      readonly version: number;
      readonly link: string | null;
    }
  | { readonly t: 'ask'; readonly holds: Uint8Array }
  | {
      readonly t: 'intent';
      readonly session: string;
      readonly seq: number;
      readonly envelope: IntentEnvelope;
    }
  | { readonly t: 'confirm'; readonly session: string; readonly upTo: number };

export type ServerFrame =
  | {
      readonly t: 'hello';
      readonly document: string;
      readonly version: number;
      readonly link: string;
      readonly mode: 'edit' | 'read';
    }
  | { readonly t: 'reset'; readonly document: string; readonly version: number }
  | { readonly t: 'sync'; readonly update: Uint8Array }
  | {
      readonly t: 'advance';
      readonly from: number;
      readonly to: number;
      readonly link: string;
      readonly update: Uint8Array | null;
    }
  | {
      readonly t: 'answer';
      readonly session: string;
      readonly seq: number;
      readonly outcome: Outcome;
      readonly version: number;
    }
  /** The server closes the connection after the preceding frames. */
  | { readonly t: 'close'; readonly code: number };

/** Close code for a dropped room: reconnect. */
export const TRY_AGAIN = 1013;

/** One socket: frames in flight in both directions, in order. */
export class Connection {
  readonly toServer: ClientFrame[] = [];
  readonly toClient: ServerFrame[] = [];
  /** Progress of the handshake; after a mismatch the client must reconnect without a base. */
  stage: 'new' | 'greeted' | 'mismatched' | 'synced' | 'closed' = 'new';
  helloVersion = -1;
  heldAnswers: ServerFrame[] = [];

  constructor(
    readonly node: SimulatedNode,
    readonly user: UserId,
  ) {}

  /** Closes the connection from the server's side. */
  end(code: number): void {
    if (this.stage === 'closed') return;
    this.stage = 'closed';
    this.toServer.length = 0;
    this.toClient.push({ t: 'close', code });
  }
}
