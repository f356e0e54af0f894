import { Sealed } from '@cotejo/audits-contracts';
import { createAuditModel, type Slice } from '@cotejo/audits-domain';

/** Seal that the sealer in tests produces. */
export class Stamp extends Sealed {}

const STAMPED: ReadonlySet<string> = new Set(['rename_item', 'create_item']);

/** Counts stamped intents; refuses to rename or create items without a stamp. */
const stamps: Slice = {
  name: 'stamps',
  intents: {},
  events: { Stamped: [] },
  rights: {},
  parse: () => null,
  decide: () => ({ ok: true, events: [] }),
  accompanies: (_, { kind }, __, { sealed }) => {
    if (!STAMPED.has(kind)) return null;
    return sealed instanceof Stamp
      ? { events: [{ type: 'Stamped', data: {} }], objection: null }
      : { events: [], objection: { code: 'not_sealed' } };
  },
  evolve: (state) => Number(state ?? 0) + 1,
  freeze: (state) => state,
  thaw: (json) => json,
};

export const stampedModel = createAuditModel([stamps]);
