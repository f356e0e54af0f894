import type { AuditIntent, ItemId, TreeRecord } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { PendingIntent } from '@cotejo/rooms/client';
import { partsOf } from '../tray/intent-parts.ts';
import type { Events } from './optimistic-tree.ts';
import { signersWithout, voidingsOf, type Voiding, type VoidingNotice } from './voiding.ts';

/** Maximum milliseconds between the record of a change and its answer, which contains the intent that reverts it. */
const ANSWER_MS = 5_000;

/** A notice whose change the server has not confirmed. */
interface Announced extends Voiding {
  readonly step: string | null;
  /** Identity of the intent in the outbox. */
  readonly key: string;
}

/**
 * Notices of the signatures that this user's changes void: at once where the browser decides the change, else with the
 * server's record of it, which may also name a signer of whom the browser did not know yet.
 */
export class OwnVoidings {
  /** Voidings of the current action. */
  private decided: (Voiding & { readonly key: string })[] = [];
  private readonly told = new Map<ItemId, Announced>();
  private readonly asked = new Map<ItemId, { readonly notice: VoidingNotice; readonly at: number }>();
  private readonly offers = new Map<ItemId, { readonly back: AuditIntent; readonly at: number }>();

  constructor(
    private readonly me: string,
    private readonly now: () => number,
    private readonly tell: (notice: VoidingNotice) => void,
  ) {}

  /** An intent was decided in the browser and submitted. */
  onDecided(events: Events, key: string): void {
    this.decided.push(...voidingsOf(events, this.me).map((voiding) => ({ ...voiding, key })));
  }

  /** The action is complete; `step` is its undo step, null where it has none. */
  onAction(step: string | null): void {
    for (const voiding of this.decided.splice(0)) {
      const { item, told: signers } = voiding;
      this.told.set(item, { ...voiding, step });
      if (signers.length > 0) this.tell({ kind: 'voiding', item, signers, step, back: null });
    }
  }

  /** The server refused an intent. */
  onRefused(key: string): void {
    for (const [item, told] of this.told) if (told.key === key) this.told.delete(item);
  }

  /** The server's record of a change by this user replaces the one in the base. */
  onRecord(old: TreeNode, item: ItemId, record: TreeRecord, pending: readonly PendingIntent[]): void {
    const lost = signersWithout(old, record);
    const known = this.told.get(item);
    if (lost.length === 0) return;
    this.told.delete(item);
    const isWithdrawn = pending.some(({ intent }) =>
      partsOf(intent).some((part) => part.kind === 'withdraw_signature' && part.id === item),
    );
    const more = lost.filter(
      (by) => known?.signers.includes(by) !== true && !(isWithdrawn && by === this.me),
    );
    if (more.length === 0) return;
    const signers = [...(known?.told ?? []), ...more];
    const notice = { kind: 'voiding', item, signers, step: known?.step ?? null, back: null } as const;
    if (known) this.tell(notice);
    else this.tellAsked(notice);
  }

  /** A change of an item that only the server decided can be taken back by this intent. */
  onAnswer(item: ItemId, back: AuditIntent): void {
    const asked = this.asked.get(item);
    this.asked.delete(item);
    if (asked && this.now() - asked.at < ANSWER_MS) this.tell({ ...asked.notice, back });
    else this.offers.set(item, { back, at: this.now() });
  }

  private tellAsked(notice: VoidingNotice): void {
    const { item } = notice;
    const offer = this.offers.get(item);
    this.offers.delete(item);
    if (offer && this.now() - offer.at < ANSWER_MS) return this.tell({ ...notice, back: offer.back });
    this.asked.set(item, { notice, at: this.now() });
    return this.tell(notice);
  }
}
