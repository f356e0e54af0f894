import type { Extensions } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import { Link } from '@tiptap/extension-link';
import { TableKit } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import { attachedImage, type LoadImage } from './attached-image.ts';
import { carets } from './carets.ts';
import { OnlyByHand } from './only-by-hand.ts';
import { references, type ReferenceSource } from './references.ts';
import { isSafeAddress, meantAddress } from './safe-address.ts';
import { TextKeys } from './text-keys.ts';
import { TextUndo } from './text-undo.ts';

export interface RichTextSetup {
  readonly document: Doc;
  /** Root of the document to edit. */
  readonly field: string;
  readonly presence: Awareness;
  readonly references: ReferenceSource;
  readonly loadImage: LoadImage;
  /** Text in place of an unavailable image. */
  readonly missingImage: string;
}

/** Autolinked words have no scheme yet. */
const mayLeadTo = (address: string): boolean => isSafeAddress(address) || meantAddress(address) !== null;

/** Schema of worksheet texts; equal for all clients, because they share a document. */
export const richTextExtensions = (setup: RichTextSetup): Extensions => [
  StarterKit.configure({
    // Undo comes from the collaboration extension, so that users undo only their own edits.
    undoRedo: false,
    heading: { levels: [3, 4] },
    codeBlock: false,
    // Would add an empty paragraph to each text ending in a table, for every user who opens it.
    trailingNode: false,
    link: false,
  }),
  // Text typed after a link is not part of it.
  Link.extend({ inclusive: false }).configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    isAllowedUri: (address, { defaultValidate }) => defaultValidate(address) && mayLeadTo(address),
  }),
  TableKit.configure({ table: { resizable: false } }),
  attachedImage({ load: setup.loadImage, missing: setup.missingImage }),
  references(setup.references),
  Collaboration.configure({ document: setup.document, field: setup.field }),
  carets(setup.presence),
  TextKeys,
  TextUndo,
  OnlyByHand,
];
