export { EvidencePanel } from './evidence/evidence-panel.tsx';
export { NotesPanel } from './notes/notes-panel.tsx';
