import type { Role, UserId } from '@cotejo/access-contracts';
import type { IntentEnvelope, TeamRole } from '@cotejo/audits-contracts';
import type * as Y from 'yjs';
import type { AuditModel, AuditView } from '../model.ts';
import type { Found } from './found.ts';
import type { Connection } from './frames.ts';
import type { Parts } from './parts.ts';
import type { Release } from './releases.ts';
import type { SimulatedNode } from './simulated-node.ts';

export type Intent = IntentEnvelope['intent'];

/**
 * A browser tab with the audit open. The engine knows nothing of what a tab is made of: whoever runs it
 * brings the product's own.
 */
export interface SimulatedClient {
  readonly user: UserId;
  /** Base and pending; null before anything was loaded. */
  readonly view: AuditView | null;
  readonly base: Y.Doc;
  /** Version that the base claims to hold. */
  readonly version: number;
  readonly isOpen: boolean;
  /** The code that the tab was loaded with. */
  readonly model: AuditModel;
  readonly connection: Connection | null;
  /** Sockets that broke while the server had not read all of them. */
  readonly orphans: Connection[];
  /** Intents whose fate the base does not show yet. */
  readonly pendingCount: number;
  /** Keys of what lies in the tray, as this tab shows it. */
  readonly tray: readonly string[];

  /** A person does something; a hostile one does not ask this very browser whether that may be. */
  act(intent: Intent, isHostile: boolean): void;
  /** Something sent around the outbox: any kind, version, base and number. */
  send(frame: { readonly intent: Intent; readonly schema: number; readonly seq: number }): void;
  undo(): void;
  redo(): void;
  /** Tries the oldest refused work again, or gives it up. */
  takeFromTray(what: 'reapply' | 'discard'): void;
  /** What the browser does once a frame; throws when what it shows then is not what it holds. */
  frame(): void;
  connect(node: SimulatedNode): Promise<void>;
  cut(): Promise<void>;
  /** The node died: what was under way to the browser is lost. */
  lose(): void;
  receive(count: number): Promise<void>;
  /** Closes the tab; its work stays in the browser's storage. */
  shut(): Promise<void>;
  /** Opens it again, with the code of a release. */
  open(release: Release): Promise<void>;
}

/** The tree document as it is served whole, to begin with: of any node, and perhaps a little old. */
export interface LoadedDocument {
  readonly document: string;
  readonly version: number;
  readonly link: string;
  readonly update: Uint8Array;
}

/** What a tab is told of the world. */
export interface Seat {
  readonly number: number;
  readonly user: UserId;
  /** What the browser believes of its user; the server may know better. */
  readonly role: Role;
  readonly parts: Parts;
  readonly team: ReadonlyMap<UserId, TeamRole>;
  /** Milliseconds since the epoch; later with every call. */
  readonly now: () => number;
  /** Null where nobody answers. */
  readonly load: () => LoadedDocument | null;
  /** Told of everything that enters or leaves an outbox. */
  readonly found: Found;
}

/** The browsers of one run. */
export interface Browsers {
  open(seat: Seat): SimulatedClient;
  /** Lets time pass in all of them. */
  pass(ms: number): Promise<void>;
  /** Lets what was begun go on, without time passing. */
  rest(): Promise<void>;
  /** Lets everything reach the disk, and all tabs hear of it. */
  store(): Promise<void>;
  /** Keys of what lies in a person's tray, on disk. */
  tray(user: UserId): Promise<readonly string[]>;
  /** Ends the run: nothing goes on. */
  end(): Promise<void>;
}
export type MakeBrowsers = (options: { readonly disk: boolean; readonly seed: number }) => Browsers;
