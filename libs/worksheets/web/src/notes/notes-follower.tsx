import { userId } from '@cotejo/access-contracts';
import { useWorkspace } from '@cotejo/ui';
import { noteView, REVIEW_NOTES_TOPIC, type NoteView } from '@cotejo/worksheets-contracts';
import { useStore } from 'jotai';
import { useEffect } from 'react';
import { knownState } from '../host/known-state.ts';
import {
  EMPTY_ROWS,
  noteRowsAtom,
  notesReaderAtom,
  notesStateAtom,
  ownNoteIntentsAtom,
} from './notes-atoms.ts';
import type { NotesSession } from './notes-session.ts';
import { isShownBy, ownNoteIntents, type OwnNoteIntent } from './shown-notes.ts';

export interface NotesFollowerProps {
  readonly auditId: string;
  readonly session: NotesSession;
}

/**
 * Keeps the notes of the open audit up to date, from the feed and this user's pending intents. Renders
 * nothing.
 */
export function NotesFollower({ auditId, session }: NotesFollowerProps) {
  const store = useStore();
  const { live, me } = useWorkspace();

  useEffect(() => {
    store.set(notesReaderAtom, { id: userId.parse(me.id), name: me.name, sigla: me.initials });
  }, [store, me]);

  useEffect(() => {
    const stop = live.follow(REVIEW_NOTES_TOPIC, auditId, -1, {
      onFrame: ({ rows }) => {
        const changed = rows.map((row) => noteView.parse(row));
        store.set(noteRowsAtom, (now) => new Map([...now, ...changed.map(byId)]));
        store.set(ownNoteIntentsAtom, (own) => {
          const now = store.get(noteRowsAtom);
          return own.filter((one) => one.version === null || !isShownBy(now, one));
        });
      },
      onReset: () => store.set(noteRowsAtom, EMPTY_ROWS),
      onState: (state) => store.set(notesStateAtom, (before) => knownState(before, state)),
    });
    return () => {
      stop();
      store.set(noteRowsAtom, EMPTY_ROWS);
      store.set(notesStateAtom, 'waiting');
    };
  }, [store, live, auditId]);

  useEffect(() => {
    const { outbox } = session.connection;
    // An accepted intent stays until the feed shows it, tens of milliseconds later.
    let answered: readonly OwnNoteIntent[] = [];
    const show = () => {
      const rows = store.get(noteRowsAtom);
      answered = answered.filter((one) => !isShownBy(rows, one));
      const next = [...answered, ...ownNoteIntents(outbox.pending)];
      store.set(ownNoteIntentsAtom, (now) => (now.length === 0 && next.length === 0 ? now : next));
    };
    const showing = oncePerFrame(show);
    const stops = [
      outbox.onSettled((settled) => {
        const taken = settled.flatMap(({ entry, tray }) => (tray ? [] : [entry]));
        answered = [...answered, ...ownNoteIntents(taken)];
      }),
      outbox.onChange(showing.ask),
      showing.cancel,
    ];
    showing.ask();
    return () => {
      for (const stop of stops) stop();
      store.set(ownNoteIntentsAtom, []);
    };
  }, [store, session]);

  return null;
}

/** Runs at once, and again in the next frame if requested meanwhile: a burst costs as much as one call. */
function oncePerFrame(work: () => void): { readonly ask: () => void; readonly cancel: () => void } {
  let frame: number | null = null;
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    if (frame === null) next();
  };
  const next = () => {
    frame = null;
    if (!isAsked) return;
    isAsked = false;
    work();
    frame = requestAnimationFrame(next);
  };
  return { ask, cancel: () => void (frame !== null && cancelAnimationFrame(frame)) };
}

const byId = (row: NoteView): [NoteView['id'], NoteView] => [row.id, row];
