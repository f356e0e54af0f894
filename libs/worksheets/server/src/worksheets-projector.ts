import { accountId, userId } from '@cotejo/access-contracts';
import { auditEvents, auditOfStream } from '@cotejo/audits-contracts';
import type { RecordedEvent } from '@cotejo/event-store';
import type { Projector, ProjectionTransaction } from '@cotejo/projections';
import {
  attachmentEvent,
  attachmentVocabulary,
  noteEvent,
  noteVocabulary,
  stepProgrammeSet,
  textRevised,
  worksheetEvents,
  worksheetVocabulary,
} from '@cotejo/worksheets-contracts';
import { writeAttachments, type AttachmentChange } from './attachments/write-attachments.ts';
import { leapMentions, MENTION_TABLE, renewMentions, writeMentions } from './mentions/write-mentions.ts';
import type { NoteChange } from './notes/fold-notes.ts';
import { writeNotes } from './notes/write-notes.ts';
import {
  isPurge,
  PLACE_EVENTS,
  PURGES,
  placeEvent,
  purgePlaces,
  writePlaces,
  type PlaceChange,
} from './places/write-places.ts';
import { writeStepProgrammes, type ProgrammeChange } from './programme/write-step-programmes.ts';
import { writeRevisions, type RevisionChange } from './texts/write-revisions.ts';

export const WORKSHEETS_PROJECTOR = 'worksheets';

/** Projects programmes, notes, texts and files of worksheets, as long as their items exist. */
export const worksheetsProjector: Projector = {
  name: WORKSHEETS_PROJECTOR,
  version: 7,
  tables: ['step_programme', 'review_note', MENTION_TABLE, 'worksheet_place', 'text_revision', 'attachment'],
  filter: { streamPrefixes: ['audit-'], types: [...Object.keys(worksheetVocabulary), ...PLACE_EVENTS] },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    let part = new Part();
    for (const recorded of events) {
      // Events after a purge may concern a new item with the same id, so the batch is split.
      if (part.isPurging && !PURGES.has(recorded.type)) {
        await part.write(tx);
        part = new Part();
      }
      part.take(recorded);
    }
    await part.write(tx);
  },
  succeed: renewMentions,
  resume: leapMentions,
};

const PLACE_TYPES: ReadonlySet<string> = new Set(PLACE_EVENTS);

/** Events up to a purge, and the purges. */
class Part {
  private readonly programmes: ProgrammeChange[] = [];
  private readonly notes: NoteChange[] = [];
  private readonly revisions: RevisionChange[] = [];
  private readonly attachments: AttachmentChange[] = [];
  private readonly places: PlaceChange[] = [];
  private readonly purges: PlaceChange[] = [];

  get isPurging(): boolean {
    return this.purges.length > 0;
  }

  take(recorded: RecordedEvent): void {
    const place = placeOf(recorded);
    if (PLACE_TYPES.has(recorded.type)) {
      const { at, operation = null } = recorded.meta;
      const change = { ...place, at, operation, event: placeEvent(auditEvents.read(recorded)) };
      if (isPurge(change)) this.purges.push(change);
      else this.places.push(change);
      return;
    }
    const { type, data, meta } = worksheetEvents.read(recorded);
    if (type in noteVocabulary) {
      const by = { at: meta.at, actor: userId.parse(meta.actor) };
      this.notes.push({ ...place, ...by, event: noteEvent.parse({ type, data }) });
    } else if (type in attachmentVocabulary) {
      const by = { at: meta.at, actor: userId.parse(meta.actor) };
      this.attachments.push({ ...place, ...by, event: attachmentEvent.parse({ type, data }) });
    } else if (type === 'TextRevised')
      this.revisions.push({ ...place, at: meta.at, revision: textRevised.shape.data.parse(data) });
    else if (type !== 'TextsRestarted')
      this.programmes.push({ ...place, programme: stepProgrammeSet.shape.data.parse(data) });
  }

  async write(tx: ProjectionTransaction): Promise<void> {
    await writeStepProgrammes(this.programmes, tx);
    await writeNotes(this.notes, tx);
    await writeMentions(this.notes, tx);
    await writeRevisions(this.revisions, tx);
    await writeAttachments(this.attachments, tx);
    await writePlaces(this.places, tx);
    await purgePlaces(this.purges, tx);
  }
}

/** @throws on an event outside of an audit's stream, which parks that stream */
function placeOf({
  stream,
  version,
  meta,
}: RecordedEvent): Pick<NoteChange, 'account' | 'audit' | 'version'> {
  const audit = auditOfStream(stream);
  if (audit === null || meta.account === undefined) throw new Error(`${stream} ${version} is of no audit`);
  return { account: accountId.parse(meta.account), audit, version: Number(version) };
}
