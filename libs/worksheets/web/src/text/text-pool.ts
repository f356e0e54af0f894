import {
  WORKSHEET_ROOM_KIND,
  isTextRoot,
  worksheetRoomId,
  FLOWCHART_MAPS,
} from '@cotejo/worksheets-contracts';
import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { openText, type TextConnection } from '@cotejo/texts/client';
import type { RootKind } from '@cotejo/texts/protocol';

/** Whose texts are opened, and how a connection to them is had. */
export interface TextAccess {
  readonly url: string;
  readonly user: string;
  getTicket(): Promise<string | null>;
}

export interface TextPlace {
  readonly auditId: string;
  readonly itemId: ItemId;
  /** Null for an item that is gone: only what is left of it in this browser is asked for. */
  readonly type: ItemType | null;
}

/** After the last tab that shows a worksheet's texts has gone: whoever changes tabs does not come anew. */
const LINGER_MS = 5_000;
/** Leaving waits this long for what was written to arrive. */
const DRAIN_MS = 10_000;

const MAPS: ReadonlySet<string> = new Set(Object.values(FLOWCHART_MAPS));

/** What each root of a worksheet's document is; null for one that it may not have. */
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

/** One connection a worksheet, however many of its parts show texts. */
export class TextPool {
  private readonly shared = new Map<string, Shared>();

  constructor(private readonly open: typeof openText = openText) {}

  /** The answer of `leave` goes with whoever asked; the last one to leave closes it. */
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

/** Of this page. */
export const textPool = new TextPool();
