import { ITEMS_MAP, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { readRecord } from '@cotejo/audits-domain';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import { askServer } from '../../../libs/audits/web/src/session/ask-server.ts';
import type { FsyncedInsert } from '../floors/fsynced-insert.ts';
import { clock } from '../measure/clock.ts';
import type { Pace } from '../measure/pace.ts';
import { openRawClient } from '../product/audit-clients.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface Signings {
  /** Milliseconds from the click until another user's client shows the signature. */
  readonly seen: number[];
  /** Milliseconds until the signing user gets the answer. */
  readonly answered: number[];
  /** Floor: one fsynced single-row INSERT after each signature. */
  readonly insert: number[];
}

interface Signing {
  readonly url: string;
  readonly audit: AuditDetail;
  /** Session of the signing user. */
  readonly session: AuditSession;
  readonly watcher: SignedIn;
  /** Worksheets with settled texts, so that each signature locks them. */
  readonly items: readonly ItemId[];
  readonly warmUp: number;
  readonly insert: FsyncedInsert;
  readonly pace: Pace;
}

/** Signs worksheets one after the other as completed; another user's client watches. */
export async function measureSigning(run: BenchRun, options: Signing): Promise<Signings> {
  const { url, audit, session, watcher, items, warmUp, insert, pace } = options;
  const watching = await openRawClient(run, { url, person: watcher, audit: audit.id });
  const records = watching.document.getMap(ITEMS_MAP);
  const times: Signings = { seen: [], answered: [], insert: [] };
  for (const [number, item] of items.entries()) {
    const node = session.view.get(item);
    if (node?.status === 'new') {
      const begun = session.act({ kind: 'change_status', id: item, from: 'new', to: 'in_progress' });
      if (!begun.ok) throw new Error(`work could not begin: ${begun.rejection.code}`);
      while (session.pendingCount > 0) await pace.pause(5, 10);
    }
    const seen = new Promise<number>((resolve) => {
      const look = () => {
        if (!readRecord(records.get(item)).signatures?.length) return;
        records.unobserve(look);
        resolve(clock());
      };
      records.observe(look);
    });
    const began = clock();
    const refused = await askServer(session, { kind: 'sign_item', id: item, mark: 'completed', textsAt: 1 });
    const answered = clock() - began;
    if (refused) throw new Error(`a signature was refused: ${refused.code}`);
    const took = (await seen) - began;
    const floor = await insert.insert(new Uint8Array(600));
    if (number >= warmUp) {
      times.seen.push(took);
      times.answered.push(answered);
      times.insert.push(floor);
    }
    await pace.pause(20, 60);
  }
  watching.cut();
  return times;
}
