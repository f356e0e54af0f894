import { createUpcaster, type Upcast, type Vocabulary } from '@cotejo/event-store/upcast';
import type { AccessEvent } from './events.ts';

/** Events of access, with the steps that take older versions to the newest; each version has its golden files. */
export const accessVocabulary: Vocabulary = {
  AccountOpened: [],
  UserRegistered: [],
  SignedIn: [],
  SignedOut: [],
} satisfies Readonly<Record<AccessEvent['type'], readonly Upcast[]>>;

export const accessEvents = createUpcaster([accessVocabulary]);
