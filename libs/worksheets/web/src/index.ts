export { useOpenNotes, type OpenNotes } from './notes/notes-atoms.ts';
export { NotesBadge, type NotesBadgeProps } from './notes/notes-badge.tsx';
export { NotesFollower, type NotesFollowerProps } from './notes/notes-follower.tsx';
export { NotesPanel, type NotesPanelProps } from './notes/notes-panel.tsx';
export { worksheetPanels } from './panels.ts';
export { worksheetsTranslations } from './translations.ts';
