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

export interface RichTextSetup {
  readonly document: Doc;
  /** Root of the document that is written in. */
  readonly field: string;
  readonly presence: Awareness;
  readonly references: ReferenceSource;
  readonly loadImage: LoadImage;
  /** Said in the place of an image that can't be had. */
  readonly missingImage: string;
}

/** Words that become links as they are typed have no scheme yet. */
const mayLeadTo = (address: string): boolean => isSafeAddress(address) || meantAddress(address) !== null;

/** What a text of a worksheet may hold; the same for everybody, for it is written into one document. */
export const richTextExtensions = (setup: RichTextSetup): Extensions => [
  StarterKit.configure({
    // Undo is the document's own: nobody takes back what another wrote.
    undoRedo: false,
    heading: { levels: [3, 4] },
    codeBlock: false,
    // Would write an empty line into every text that ends in a table, for whoever opens it.
    trailingNode: false,
    link: false,
  }),
  // Who writes on after a link writes words of their own.
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
  OnlyByHand,
];
