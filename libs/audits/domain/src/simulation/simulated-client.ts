import type { Role, UserId } from '@cotejo/access-contracts';
import type { IntentEnvelope, TeamRole } from '@cotejo/audits-contracts';
import type * as Y from 'yjs';
import type { AuditModel, AuditView } from '../model/model.ts';
import type { Found } from './found.ts';
import type { Connection } from './frames.ts';
import type { Parts } from './parts.ts';
import type { Release } from './releases.ts';
import type { SimulatedNode } from './simulated-node.ts';

export type Intent = IntentEnvelope['intent'];

/**
 * A browser tab with the audit open. The engine knows only this interface; the test supplies an
 * implementation with the product's client code.
 */
export interface SimulatedClient {
  readonly user: UserId;
  /** Base with pending intents; null before anything was loaded. */
  readonly view: AuditView | null;
  readonly base: Y.Doc;
  /** Version that the base claims to have. */
  readonly version: number;
  readonly isOpen: boolean;
  /** Model of the release with which the tab was loaded. */
  readonly model: AuditModel;
  readonly connection: Connection | null;
  /** Broken sockets with frames that the server has not read yet. */
  readonly orphans: Connection[];
  /** Intents whose outcome the base does not contain yet. */
  readonly pendingCount: number;
  /** Keys of the entries in the tray, as shown by this tab. */
  readonly tray: readonly string[];

  /** The user performs an action; a hostile one bypasses the client's own rules. */
  act(intent: Intent, isHostile: boolean): void;
  /** Sends a frame that bypasses the outbox: any kind, version, base and number. */
  send(frame: { readonly intent: Intent; readonly schema: number; readonly seq: number }): void;
  undo(): void;
  redo(): void;
  /** Retries the oldest refused entry, or discards it. */
  takeFromTray(what: 'reapply' | 'discard'): void;
  /** Runs the browser's animation frame; throws when the displayed rows do not match the state. */
  frame(): void;
  connect(node: SimulatedNode): Promise<void>;
  cut(): Promise<void>;
  /** The node crashed: frames in flight to the browser are lost. */
  lose(): void;
  receive(count: number): Promise<void>;
  /** Closes the tab; its work stays in the browser's storage. */
  shut(): Promise<void>;
  /** Opens the tab again, with the code of a release. */
  open(release: Release): Promise<void>;
}

/** The whole tree document as served over HTTP by any node; may be slightly outdated. */
export interface LoadedDocument {
  readonly document: string;
  readonly version: number;
  readonly link: string;
  readonly update: Uint8Array;
}

/** Environment of a tab. */
export interface Seat {
  readonly number: number;
  readonly user: UserId;
  /** The user's role according to the browser; the server's may differ. */
  readonly role: Role;
  readonly parts: Parts;
  readonly team: ReadonlyMap<UserId, TeamRole>;
  /** Milliseconds since the epoch, increasing with every call. */
  readonly now: () => number;
  /** Null when no node answers. */
  readonly load: () => LoadedDocument | null;
  /** Records everything that enters or leaves an outbox. */
  readonly found: Found;
}

/** The browsers of one run. */
export interface Browsers {
  open(seat: Seat): SimulatedClient;
  /** Advances the time in all of them. */
  pass(ms: number): Promise<void>;
  /** Lets pending work proceed without advancing time. */
  rest(): Promise<void>;
  /** Flushes everything to storage and notifies all tabs. */
  store(): Promise<void>;
  /** Keys of the entries in a user's stored tray. */
  tray(user: UserId): Promise<readonly string[]>;
  /** Ends the run and all its activity. */
  end(): Promise<void>;
}
export type MakeBrowsers = (options: { readonly disk: boolean; readonly seed: number }) => Browsers;
