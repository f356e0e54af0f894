import { auditId, itemId, type IntentSealer, type RawIntent, Unsealed } from '@cotejo/audits-contracts';
import { GateBusy, GateLost, type Revision, type TextGate, type TextKey } from '@cotejo/texts/server';
import {
  SettledBranch,
  SettledTexts,
  worksheetRoomId,
  type RevisedText,
  type UnrevisedTexts,
} from '@cotejo/worksheets-contracts';
import { textsIn } from '@cotejo/worksheets-domain';
import type { Pool } from 'pg';
import type { HeldAudits } from './held-audits.ts';
import { MOST_REVISIONS, sealRevision } from './revised-texts.ts';
import type { TextVault } from './text-vault.ts';
import { placeOfRoom, type WorksheetPlace } from './worksheet-room-host.ts';

/** Kinds of intents under which the texts of one worksheet come to rest; of a deletion, see `branchSealer`. */
export const GATED_INTENTS = ['sign_item', 'change_status'] as const;

/** Gates that are closed at the same time for one batch. */
const AT_ONCE = 8;
/** Worksheets under one deletion in which people have just written; who deletes where more do tries again. */
const MOST_WRITTEN = 100;

type Afterwards = Parameters<IntentSealer>[1]['afterwards'];

/** Why a text is not at rest: somebody else has it closed, or nobody can put it together. */
type Unsettled = 'busy' | 'broken';

interface Closed {
  readonly gate: TextGate;
  readonly revision: Revision | null;
  readonly texts: readonly RevisedText[];
  /** How many rows the document has. */
  readonly rows: number;
}

/** The gates of the rooms, once there are rooms. */
export interface GateKeeper {
  closeGate(key: TextKey): Promise<TextGate>;
  /** Has a revision cut without waiting for people to pause. */
  reviseSoon(key: TextKey): void;
  /** Nobody has a revision of this document under way from now on, until `resume`. */
  suspend(key: TextKey): void;
  resume(key: TextKey): void;
}

export interface TextGatesOptions {
  readonly pool: Pool;
  readonly vault: TextVault;
  /** Told of texts that could not be brought to rest, but for want of patience. */
  readonly fault?: (error: unknown, key: TextKey) => void;
}

/**
 * Brings the texts of worksheets to rest while they are signed or deleted: writes wait, what nobody revised goes along
 * with the signature or in front of the deletion, and the gate opens again whatever became of it. After a crash it
 * opens by itself.
 */
export class TextGates {
  /** By document: of the batches that are being settled here. */
  private readonly closed = new Map<string, Promise<Closed | Unsettled>>();
  private keeper: { readonly rooms: GateKeeper; readonly holds: HeldAudits } | null = null;

  constructor(private readonly options: TextGatesOptions) {}

  /** Rooms come after what seals their intents. */
  guard(rooms: GateKeeper, holds: HeldAudits): void {
    this.keeper = { rooms, holds };
  }

  readonly sealer: IntentSealer = async (intents, { auditId: audit, accountId, afterwards }) => {
    const places = intents.map((intent) => placeOf(audit, intent));
    const documents = places.flatMap((place) => (place ? worksheetRoomId(place.audit, place.item) : []));
    const written = await this.written(accountId, documents);
    const sealed: (SettledTexts | Unsealed)[] = [];
    for (let at = 0; at < places.length; at += AT_ONCE) {
      const some = places.slice(at, at + AT_ONCE).map(async (place): Promise<SettledTexts | Unsealed> => {
        if (!place || !written.has(worksheetRoomId(place.audit, place.item))) return new SettledTexts([], 0);
        const closed = await this.close(accountId, place, afterwards);
        return isUnsettled(closed)
          ? new Unsealed({ code: 'texts_not_settled' })
          : new SettledTexts(closed.texts, closed.rows);
      });
      sealed.push(...(await Promise.all(some)));
    }
    return sealed;
  };

  /**
   * Of a branch, which may hold thousands of worksheets, only those close in which something waits for its revision:
   * what is written elsewhere after this look is acknowledged before the deletion, and comes to rest after it.
   */
  readonly branchSealer: IntentSealer = async (intents, { auditId: audit, accountId, afterwards }) => {
    const written = await this.unrevised(accountId, audit);
    const sealed: (SettledBranch | Unsealed)[] = [];
    for (const intent of intents) {
      const texts = await this.settle(accountId, await this.within(intent, written), afterwards);
      sealed.push(texts ? new SettledBranch(texts) : new Unsealed({ code: 'texts_not_settled' }));
    }
    return sealed;
  };

  /** Closes all of these and gives what nobody revised in them; null when that can't be done for now. */
  private async settle(
    account: string,
    places: readonly WorksheetPlace[],
    afterwards: Afterwards,
  ): Promise<readonly UnrevisedTexts[] | null> {
    if (places.length > MOST_WRITTEN) return null;
    const settled: UnrevisedTexts[] = [];
    for (let at = 0; at < places.length; at += AT_ONCE) {
      const some = places.slice(at, at + AT_ONCE).map(async (place) => {
        const closed = await this.close(account, place, afterwards);
        return isUnsettled(closed) ? closed : { id: place.item, revisions: closed.texts };
      });
      for (const one of await Promise.all(some)) {
        if (one === 'busy') return null;
        // What nobody can read any more must not keep its worksheet for ever.
        if (one !== 'broken' && one.revisions.length > 0) settled.push(one);
      }
    }
    return settled;
  }

  /** Worksheets of an audit in which something waits for its revision. */
  private async unrevised(account: string, audit: string): Promise<readonly WorksheetPlace[]> {
    if (!this.keeper) return [];
    // In the order of bytes `/` follows `.`: what begins with the audit's id, found by the key.
    const { rows } = await this.options.pool.query<{ document: string }>(
      `select document from vault.text_document
        where account_id = $1 and document > $2 and document < $3 and covered < head order by document`,
      [account, `${audit}.`, `${audit}/`],
    );
    return rows.flatMap(({ document }) => placeOfRoom(document) ?? []);
  }

  /** Those that a deletion takes along. */
  private async within(
    { id }: RawIntent,
    places: readonly WorksheetPlace[],
  ): Promise<readonly WorksheetPlace[]> {
    const branch = itemId.safeParse(id).data;
    const [first] = places;
    if (!this.keeper || !branch || !first) return [];
    return this.keeper.holds.during(first.audit, (held) =>
      places.filter(({ item }) => held?.isWithin(item, branch)),
    );
  }

  /** Which of these documents anything was ever written in. */
  private async written(account: string, documents: readonly string[]): Promise<ReadonlySet<string>> {
    if (documents.length === 0 || !this.keeper) return new Set();
    const { rows } = await this.options.pool.query<{ document: string }>(
      `select document from vault.text_document
        where account_id = $1 and document = any ($2::text[]) and head >= 0`,
      [account, documents],
    );
    return new Set(rows.map(({ document }) => document));
  }

  /** Of the intents of one batch the first closes it, for all of them. */
  private close(account: string, place: WorksheetPlace, afterwards: Afterwards): Promise<Closed | Unsettled> {
    const document = worksheetRoomId(place.audit, place.item);
    const known = this.closed.get(document);
    if (known) return known;
    const key = { account, document };
    const closing = this.closeAndRead(key);
    this.closed.set(document, closing);
    afterwards(async () => {
      let isLeft = false;
      try {
        const closed = await closing.catch(() => 'busy' as const);
        if (isUnsettled(closed)) return;
        const isWritten = await this.isWritten(place, closed);
        isLeft = closed.texts.length > 0 && !isWritten;
        await closed.gate.open(isWritten ? closed.revision : null);
      } finally {
        this.closed.delete(document);
        this.keeper?.rooms.resume(key);
      }
      // Whoever was refused because of it shall read it.
      if (isLeft) this.keeper?.rooms.reviseSoon(key);
    });
    return closing;
  }

  private async closeAndRead(key: TextKey): Promise<Closed | Unsettled> {
    if (!this.keeper) return 'busy';
    const { rooms } = this.keeper;
    rooms.suspend(key);
    let gate: TextGate | null = null;
    try {
      gate = await rooms.closeGate(key);
      const { fields, revision, rows } = await gate.readAll();
      const byName = new Map(fields.map((field) => [field.field, field]));
      const contents = async () => (name: string) => byName.get(name);
      const texts = revision ? await sealRevision(this.options.vault, revision, contents) : [];
      await gate.assertClosed();
      if (texts.length <= MOST_REVISIONS) return { gate, revision, texts, rows };
      await gate.open();
      return 'busy';
    } catch (error) {
      const isBusy = error instanceof GateBusy || error instanceof GateLost;
      if (!isBusy) this.options.fault?.(error, key);
      // Whatever it is, it is of this worksheet: thrown, it would cost everybody the audit, with each attempt to sign.
      await gate?.open().catch((unopened: unknown) => this.options.fault?.(unopened, key));
      return isBusy ? 'busy' : 'broken';
    }
  }

  /** Whether the log holds what the gate was closed for: then the rows are in revisions. */
  private async isWritten({ audit, item }: WorksheetPlace, { texts, revision }: Closed): Promise<boolean> {
    if (!this.keeper || !revision || texts.length === 0) return false;
    return this.keeper.holds.during(audit, (held) => {
      const kept = held ? textsIn(held, item) : {};
      return texts.every(({ field, covers, text }) => {
        const found = kept[field];
        return found ? found.upTo >= covers[1] : text === null;
      });
    });
  }
}

const isUnsettled = (closed: Closed | Unsettled): closed is Unsettled => typeof closed === 'string';

/** The worksheet whose texts come to rest under an intent; null for none. */
function placeOf(audit: string, { kind, id, to }: RawIntent): WorksheetPlace | null {
  if (kind === 'change_status' && to !== 'completed' && to !== 'reviewed') return null;
  const item = itemId.safeParse(id);
  const of = auditId.safeParse(audit);
  return item.success && of.success ? { audit: of.data, item: item.data } : null;
}
