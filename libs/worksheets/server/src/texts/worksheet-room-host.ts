import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  auditId,
  VALUE_SHAPES,
  type AuditId,
  type HeldAudit,
  type ItemId,
  type ItemType,
  type RawIntent,
} from '@cotejo/audits-contracts';
import { closeCode } from '@cotejo/rooms/protocol';
import type { Admission } from '@cotejo/rooms/server';
import type { RootKind, RootKinds } from '@cotejo/texts/protocol';
import type { Revision, TextHost, TextKey } from '@cotejo/texts/server';
import {
  FLOWCHART_MAPS,
  isTextRoot,
  readWorksheetRoomId,
  TEXT_FIELDS,
  WORKSHEET_ROOM_KIND,
} from '@cotejo/worksheets-contracts';
import type { HeldAudits } from './held-audits.ts';
import { seedOf } from './seed-document.ts';
import type { TextVault } from './text-vault.ts';

/** Location of a worksheet's texts. */
export interface WorksheetPlace {
  readonly audit: AuditId;
  readonly item: ItemId;
}

/**
 * Null if the id names no worksheet's room. Only the canonical spelling is accepted, so that a worksheet has
 * exactly one room and document.
 */
export function placeOfRoom(id: string): WorksheetPlace | null {
  const read = readWorksheetRoomId(id);
  const audit = auditId.safeParse(read?.audit);
  return read && audit.data === read.audit ? { audit: audit.data, item: read.item } : null;
}

const MAPS: ReadonlySet<string> = new Set(Object.values(FLOWCHART_MAPS));

/** Type of each root of a worksheet's document; null for a root that is not allowed. */
export const rootKindsOf =
  (type: ItemType): RootKinds =>
  (root): RootKind | null => {
    if (!isTextRoot(type, root)) return null;
    return MAPS.has(root) ? 'map' : 'rich-text';
  };

/**
 * Probe intent: editing texts requires the right to set values, so the rules are asked about a field of the
 * type.
 */
function fillingOf(item: ItemId, type: ItemType): RawIntent | null {
  const [field] = Object.keys(VALUE_SHAPES[type] ?? {});
  if (field === undefined) return null;
  return { kind: 'set_values', id: item, values: { [field.replace('.*.', '.1.')]: null } };
}

export interface WorksheetHostOptions {
  readonly incarnation: string;
  readonly holds: HeldAudits;
  readonly vault: TextVault;
  readonly revise: (place: WorksheetPlace, revision: Revision) => Promise<void>;
}

const CODES = {
  'session-ended': closeCode.ticketRefused,
  unknown: closeCode.notFound,
  forbidden: closeCode.forbidden,
} as const;
const nothing: Admission = { ok: false, code: closeCode.notFound, reason: 'no such worksheet' };

/** Host of worksheets as co-written documents: rights and initial content. */
export class WorksheetRoomHost implements TextHost<Principal> {
  readonly kind = WORKSHEET_ROOM_KIND;
  readonly permission: PermissionKey = 'plan.access';
  private judgements = 0;

  constructor(private readonly options: WorksheetHostOptions) {}

  get incarnation(): string {
    return this.options.incarnation;
  }

  async locate(id: string): Promise<TextKey | null> {
    const place = placeOfRoom(id);
    if (!place) return null;
    return this.options.holds.during(place.audit, (held) =>
      held && typeWithTexts(held, place.item) ? { account: held.account, document: id } : null,
    );
  }

  roomOf({ document }: TextKey): string {
    return document;
  }

  groupOf({ document }: TextKey): string {
    return placeOfRoom(document)?.audit ?? '';
  }

  async mayEnter(principal: Principal, id: string): Promise<Admission> {
    const place = placeOfRoom(id);
    if (!place) return nothing;
    return this.options.holds.during(place.audit, (held): Admission => {
      if (!held) return nothing;
      const admission = held.admission(principal);
      if (!admission.ok) return { ok: false, code: CODES[admission.why], reason: admission.why };
      if (!typeWithTexts(held, place.item)) return nothing;
      const mode = refusalOf(held, principal, place.item) === null ? 'edit' : 'read';
      return { ok: true, user: admission.user, mode };
    });
  }

  /**
   * Requires an open room, which holds the audit.
   * @throws Error otherwise: the client is disconnected and sends its edit again
   */
  mayWrite(principal: Principal, id: string): string | null {
    const place = placeOfRoom(id);
    const held = place && this.options.holds.now(place.audit);
    if (!place || !held) throw new Error(`the audit of worksheet ${id} is not held`);
    return held.admission(principal).ok ? refusalOf(held, principal, place.item) : 'forbidden';
  }

  /** Changes on every call, because asking the rules is cheaper than detecting a change of rights. */
  rightsVersion(): number {
    return ++this.judgements;
  }

  async rootKinds(id: string): Promise<RootKinds> {
    const place = placeOfRoom(id);
    if (!place) return () => null;
    return this.options.holds.during(place.audit, (held) => {
      const type = held && typeWithTexts(held, place.item);
      return type ? rootKindsOf(type) : () => null;
    });
  }

  async seed({ document }: TextKey): Promise<Uint8Array | null> {
    const place = placeOfRoom(document);
    if (!place) return null;
    const { holds, vault } = this.options;
    return holds.during(place.audit, (held) => (held ? seedOf(vault, held, place.item) : null));
  }

  async revise(revision: Revision): Promise<void> {
    const place = placeOfRoom(revision.document);
    if (place) await this.options.revise(place, revision);
  }
}

function typeWithTexts(held: HeldAudit, item: ItemId): ItemType | null {
  const type = held.typeOf(item);
  return type !== null && TEXT_FIELDS[type] !== undefined ? type : null;
}

function refusalOf(held: HeldAudit, principal: Principal, item: ItemId): string | null {
  const type = held.typeOf(item);
  const filling = type && fillingOf(item, type);
  return filling ? (held.judge(principal, filling)?.code ?? null) : 'text_not_allowed';
}
