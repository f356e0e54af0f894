import type { Stretch } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';

const NONE: readonly Stretch[] = [];

const flagOf = (stretch: Stretch): string =>
  stretch.kind === 'sprint' && !stretch.isRemoved && !stretch.countsForProgress ? stretch.id : '';

/** Sprints and visits as last displayed; the list keeps its identity while none of them changes. */
export class ShownStretches {
  private list = NONE;
  private text = '';
  private flags = '';

  read({ stretches }: Pick<AuditView, 'stretches'>): {
    readonly list: readonly Stretch[];
    /** Whether other sprints than before are left out of progress. */
    readonly hasOtherFlags: boolean;
  } {
    const now = [...stretches.values()];
    const text = now.length === 0 ? '' : JSON.stringify(now);
    if (text === this.text) return { list: this.list, hasOtherFlags: false };
    const flags = now.map(flagOf).join(' ').trim();
    const hasOtherFlags = flags !== this.flags;
    Object.assign(this, { list: now, text, flags });
    return { list: now, hasOtherFlags };
  }
}
