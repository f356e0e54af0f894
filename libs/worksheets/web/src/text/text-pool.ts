import {
  WORKSHEET_ROOM_KIND,
  isTextRoot,
  worksheetRoomId,
  FLOWCHART_MAPS,
} from '@cotejo/worksheets-contracts';
import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { openText, type TextConnection } from '@cotejo/texts/client';
import type { RootKind } from '@cotejo/texts/protocol';

/** User and server of the texts, and how to authenticate. */
export interface TextAccess {
  readonly url: string;
  readonly user: string;
  getTicket(): Promise<string | null>;
}

export interface TextPlace {
  readonly auditId: string;
  readonly itemId: ItemId;
  /** Null for a deleted item: only its local drafts are loaded. */
  readonly type: ItemType | null;
}

/** Address of the rooms at this page's own server. */
export const roomsUrl = (): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/** Milliseconds that a connection outlives the last component using it, so that changing tabs does not reconnect. */
const LINGER_MS = 5_000;
/** Milliseconds that closing waits for edits to be sent. */
const DRAIN_MS = 10_000;

const MAPS: ReadonlySet<string> = new Set(Object.values(FLOWCHART_MAPS));

/** Type of each root of a worksheet's document; null for a root that is not allowed. */
export const rootKindsOf =
  (type: ItemType | null) =>
  (root: string): RootKind | null => {
    if (type !== null && !isTextRoot(type, root)) return null;
    return MAPS.has(root) ? 'map' : 'rich-text';
  };

interface Shared {
  readonly opening: Promise<TextConnection>;
  users: number;
  lingering: ReturnType<typeof setTimeout> | null;
}

/** Shares one connection per worksheet among its parts. */
export class TextPool {
  private readonly shared = new Map<string, Shared>();

  constructor(private readonly open: typeof openText = openText) {}

  /** `leave` releases the connection; the last release closes it after `LINGER_MS`. */
  take(access: TextAccess, place: TextPlace): { readonly opening: Promise<TextConnection>; leave(): void } {
    const id = worksheetRoomId(place.auditId, place.itemId);
    const key = `${access.user}/${id}`;
    const known = this.shared.get(key);
    const shared: Shared = known ?? {
      opening: this.open({ ...access, kind: WORKSHEET_ROOM_KIND, id, rootKinds: rootKindsOf(place.type) }),
      users: 0,
      lingering: null,
    };
    this.shared.set(key, shared);
    if (shared.lingering) clearTimeout(shared.lingering);
    shared.lingering = null;
    shared.users += 1;
    let hasLeft = false;
    return {
      opening: shared.opening,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        shared.users -= 1;
        if (shared.users > 0) return;
        shared.lingering = setTimeout(() => {
          this.shared.delete(key);
          void shared.opening.then((connection) => connection.close(DRAIN_MS));
        }, LINGER_MS);
      },
    };
  }
}

/** Pool of this page. */
export const textPool = new TextPool();
