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

/**
 * Kinds of intents that lock the texts of one worksheet; for deletions and the end of an audit, see `branchSealer`.
 */
export const GATED_INTENTS = ['sign_item', 'change_status'] as const;

/** Gates closed concurrently for one batch. */
const AT_ONCE = 8;
/** Maximum number of worksheets with pending texts in one deletion; beyond it the user has to retry. */
const MOST_WRITTEN = 100;

type Afterwards = Parameters<IntentSealer>[1]['afterwards'];

/** Reason why a text could not be settled: locked by another signature, or its document cannot be read. */
type Unsettled = 'busy' | 'broken';

interface Closed {
  readonly gate: TextGate;
  readonly revision: Revision | null;
  readonly texts: readonly RevisedText[];
  /** Number of rows of the document. */
  readonly rows: number;
}

/** Access to the gates of the rooms, available once the rooms exist. */
export interface GateKeeper {
  closeGate(key: TextKey): Promise<TextGate>;
  /** Cuts a revision without waiting for a pause in typing. */
  reviseSoon(key: TextKey): void;
  /** Aborts and blocks revisions of this document until `resume`. */
  suspend(key: TextKey): void;
  resume(key: TextKey): void;
}

export interface TextGatesOptions {
  readonly pool: Pool;
  readonly vault: TextVault;
  /** Called for texts that could not be settled, except on timeouts. */
  readonly fault?: (error: unknown, key: TextKey) => void;
}

/**
 * Locks the texts of worksheets while they are signed or deleted: writes wait, pending texts are revised with
 * the signature or before the deletion, and the gate reopens whatever the outcome. After a crash gates reopen
 * by themselves.
 */
export class TextGates {
  /** Gates by document, of the batches being settled on this node. */
  private readonly closed = new Map<string, Promise<Closed | Unsettled>>();
  private keeper: { readonly rooms: GateKeeper; readonly holds: HeldAudits } | null = null;

  constructor(private readonly options: TextGatesOptions) {}

  /** Set later, because rooms are created after their intents' sealers. */
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
   * A branch or a whole audit may hold thousands of worksheets, so only those with pending texts are locked. Texts
   * written elsewhere after this query are acknowledged before the deletion or closing and revised after it.
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

  /** Locks these worksheets and returns their pending texts; null when that is not possible now. */
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
        // An unreadable document must not block its worksheet for ever.
        if (one !== 'broken' && one.revisions.length > 0) settled.push(one);
      }
    }
    return settled;
  }

  /** Worksheets of an audit with pending texts. */
  private async unrevised(account: string, audit: string): Promise<readonly WorksheetPlace[]> {
    if (!this.keeper) return [];
    // In byte order `/` follows `.`: a prefix search for the audit's id that uses the primary key.
    const { rows } = await this.options.pool.query<{ document: string }>(
      `select document from vault.text_document
        where account_id = $1 and document > $2 and document < $3 and covered < head order by document`,
      [account, `${audit}.`, `${audit}/`],
    );
    return rows.flatMap(({ document }) => placeOfRoom(document) ?? []);
  }

  /** Worksheets in the deleted branch, or of the audit that ends. */
  private async within(
    { kind, action, id }: RawIntent,
    places: readonly WorksheetPlace[],
  ): Promise<readonly WorksheetPlace[]> {
    if (kind === 'change_audit_status') return action === 'close' || action === 'cancel' ? places : [];
    const branch = itemId.safeParse(id).data;
    const [first] = places;
    if (!this.keeper || !branch || !first) return [];
    return this.keeper.holds.during(first.audit, (held) =>
      places.filter(({ item }) => held?.isWithin(item, branch)),
    );
  }

  /** Documents among these that have any rows. */
  private async written(account: string, documents: readonly string[]): Promise<ReadonlySet<string>> {
    if (documents.length === 0 || !this.keeper) return new Set();
    const { rows } = await this.options.pool.query<{ document: string }>(
      `select document from vault.text_document
        where account_id = $1 and document = any ($2::text[]) and head >= 0`,
      [account, documents],
    );
    return new Set(rows.map(({ document }) => document));
  }

  /** The first intent of a batch locks the document for all of them. */
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
      // The user refused because of unseen text needs its revision to read it.
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
      // The error belongs to this worksheet alone: thrown, it would close the whole audit's room at each
      // attempt to sign.
      await gate?.open().catch((unopened: unknown) => this.options.fault?.(unopened, key));
      return isBusy ? 'busy' : 'broken';
    }
  }

  /** Whether the log holds the texts for which the gate was closed: then their rows are covered by revisions. */
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

/** The worksheet to be settled for an intent; null for none. */
function placeOf(audit: string, { kind, id, to }: RawIntent): WorksheetPlace | null {
  if (kind === 'change_status' && to !== 'completed' && to !== 'reviewed') return null;
  const item = itemId.safeParse(id);
  const of = auditId.safeParse(audit);
  return item.success && of.success ? { audit: of.data, item: item.data } : null;
}
