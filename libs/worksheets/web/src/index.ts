export { AttachmentsBadge, type AttachmentsBadgeProps } from './attachments/attachments-count.tsx';
export { AttachmentsFollower } from './attachments/attachments-follower.tsx';
export { useAttachmentsHere, type AttachmentsHere } from './attachments/use-attachments-here.ts';
export {
  WorksheetHostContext,
  type Attached,
  type FieldPeer,
  type WorksheetHost,
} from './host/worksheet-host.ts';
export { EvidencePanel, NotesPanel, worksheetParts } from './late-parts.ts';
export { useOpenNotes, type OpenNotes } from './notes/notes-atoms.ts';
export { NotesBadge, type NotesBadgeProps } from './notes/notes-badge.tsx';
export { NotesFollower, type NotesFollowerProps } from './notes/notes-follower.tsx';
export { worksheetContents } from './panels.ts';
export { fieldTitle } from './tabs/field-title.ts';
