import { accountId, userId } from '@cotejo/access-contracts';
import { auditOfStream } from '@cotejo/audits-contracts';
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
import { writeStepProgrammes, type ProgrammeChange } from './programme/write-step-programmes.ts';

export const WORKSHEETS_PROJECTOR = 'worksheets';

/** Writes what worksheets show: programmes of steps and review notes. */
export const worksheetsProjector: Projector = {
  name: WORKSHEETS_PROJECTOR,
  version: 2,
  tables: ['step_programme', 'review_note'],
  filter: { streamPrefixes: ['audit-'], types: Object.keys(worksheetVocabulary) },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    const programmes: ProgrammeChange[] = [];
    const notes: NoteChange[] = [];
    for (const recorded of events) {
      const { type, data, meta } = worksheetEvents.read(recorded);
      const place = placeOf(recorded);
      if (type in noteVocabulary) {
        const by = { at: meta.at, actor: userId.parse(meta.actor) };
        notes.push({ ...place, ...by, event: noteEvent.parse({ type, data }) });
      } else programmes.push({ ...place, programme: stepProgrammeSet.shape.data.parse(data) });
    }
    await writeStepProgrammes(programmes, tx);
    await writeNotes(notes, tx);
  },
};

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
