import { accountId, userId } from '@cotejo/access-contracts';
import { auditEvents, auditOfStream } from '@cotejo/audits-contracts';
import type { RecordedEvent } from '@cotejo/event-store';
import type { Projector, ProjectionTransaction } from '@cotejo/projections';
import {
  noteEvent,
  noteVocabulary,
  stepProgrammeSet,
  worksheetEvents,
  worksheetVocabulary,
} from '@cotejo/worksheets-contracts';
import type { NoteChange } from './notes/fold-notes.ts';
import { writeNotes } from './notes/write-notes.ts';
import {
  isPurge,
  PLACE_EVENTS,
  placeEvent,
  purgePlaces,
  writePlaces,
  type PlaceChange,
} from './places/write-places.ts';
import { writeStepProgrammes, type ProgrammeChange } from './programme/write-step-programmes.ts';

export const WORKSHEETS_PROJECTOR = 'worksheets';

/** Writes what worksheets show: programmes of steps and review notes, as long as their items are there. */
export const worksheetsProjector: Projector = {
  name: WORKSHEETS_PROJECTOR,
  version: 3,
  tables: ['step_programme', 'review_note', 'worksheet_place'],
  filter: { streamPrefixes: ['audit-'], types: [...Object.keys(worksheetVocabulary), ...PLACE_EVENTS] },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    let part = new Part();
    for (const recorded of events) {
      // What comes after a purge may be of another item with the same id.
      if (part.isPurging && recorded.type !== 'TreeItemPurged') {
        await part.write(tx);
        part = new Part();
      }
      part.take(recorded);
    }
    await part.write(tx);
  },
};

const PLACE_TYPES: ReadonlySet<string> = new Set(PLACE_EVENTS);

/** Events up to a purge, and the purges. */
class Part {
  private readonly programmes: ProgrammeChange[] = [];
  private readonly notes: NoteChange[] = [];
  private readonly places: PlaceChange[] = [];
  private readonly purges: PlaceChange[] = [];

  get isPurging(): boolean {
    return this.purges.length > 0;
  }

  take(recorded: RecordedEvent): void {
    const place = placeOf(recorded);
    if (PLACE_TYPES.has(recorded.type)) {
      const change = { ...place, event: placeEvent(auditEvents.read(recorded)) };
      (isPurge(change) ? this.purges : this.places).push(change);
      return;
    }
    const { type, data, meta } = worksheetEvents.read(recorded);
    if (type in noteVocabulary) {
      const by = { at: meta.at, actor: userId.parse(meta.actor) };
      this.notes.push({ ...place, ...by, event: noteEvent.parse({ type, data }) });
    } else this.programmes.push({ ...place, programme: stepProgrammeSet.shape.data.parse(data) });
  }

  async write(tx: ProjectionTransaction): Promise<void> {
    await writeStepProgrammes(this.programmes, tx);
    await writeNotes(this.notes, tx);
    await writePlaces(this.places, tx);
    await purgePlaces(this.purges, tx);
  }
}

/** @throws on an event that is of no audit: its stream is put aside */
function placeOf({
  stream,
  version,
  meta,
}: RecordedEvent): Pick<NoteChange, 'account' | 'audit' | 'version'> {
  const audit = auditOfStream(stream);
  if (audit === null || meta.account === undefined) throw new Error(`${stream} ${version} is of no audit`);
  return { account: accountId.parse(meta.account), audit, version: Number(version) };
}
