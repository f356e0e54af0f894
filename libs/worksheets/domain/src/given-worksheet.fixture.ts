import type { ItemValue, RecordType, SealedText } from '@cotejo/audits-contracts';
import type { AttachmentId, AttachmentIntent, RevisedText } from '@cotejo/worksheets-contracts';
import { textsIn } from './texts/worksheet-texts-state.ts';
import { attachmentsIn } from './attachments/attachments-state.ts';
import { GivenNotes, item, person, seal, type Label, type PersonName } from './notes/given-notes.fixture.ts';
import { worksheetSlices } from './worksheet-slices.ts';

export const file = (n: number): AttachmentId =>
  `00000007-0000-4000-8000-${String(n).padStart(12, '0')}` as AttachmentId;
export const instruction = (n: number): string => `00000003-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A revision of a field, up to a row of its room. */
export const written = (
  field: string,
  row: number,
  by: PersonName = 'junior',
  characters = 40,
  text: RevisedText['text'] = seal(row + 1),
): RevisedText => ({ field, text, characters, authors: [person(by)], covers: [0, row] });

export const revise = (label: Label, ...revisions: readonly RevisedText[]) => ({
  kind: 'revise_texts',
  id: item(label),
  revisions,
});

/** Completes a step after reading its first two rows. */
export const sign = (change: object = {}) => ({
  kind: 'sign_item',
  id: item('step'),
  mark: 'completed',
  textsAt: 2,
  ...change,
});

type AddAttachment = Extract<AttachmentIntent, { kind: 'add_attachment' }>;
/** With the sealed name, or with an unsealed string. */
type Attaching = Omit<AddAttachment, 'name'> & { readonly name: SealedText | string };

export const attach = (label: Label, n: number, change: Partial<Attaching> = {}): Attaching => ({
  kind: 'add_attachment',
  id: item(label),
  attachment: file(n),
  field: null,
  name: seal(n),
  file: { sha256: String(n % 10).repeat(64), bytes: 1000 * n, mime: 'application/pdf' },
  replaces: null,
  ...change,
});

/** An audit with all slices of worksheets. */
export class GivenWorksheet extends GivenNotes {
  constructor(recordType: RecordType = 'audit_plan') {
    super(worksheetSlices, recordType);
  }

  says(label: Label, values: Readonly<Record<string, ItemValue>>, by: PersonName = 'junior'): this {
    return this.happened('ItemValuesSet', { id: item(label), values, from: {}, overwrote: {} }, by);
  }

  texts(label: Label) {
    return textsIn(this.state, item(label));
  }
  files(label: Label) {
    return attachmentsIn(this.state, item(label));
  }
  marks(label: Label): readonly string[] {
    return (this.state.get(item(label))?.signatures ?? []).map(({ mark }) => mark);
  }
}
