import { ApiError } from '@cotejo/http/client';
import { forgetRecords, keepRecord, keptRecord } from '@cotejo/rooms/client';
import type { z } from 'zod';

/** Milliseconds after which a server that says nothing counts as one that can't be reached, for now. */
const PATIENCE_MS = 4_000;

/** What the server said, or what this browser remembers that it said. */
export interface Told<T> {
  readonly value: T;
  /** From this browser: the server has yet to answer. */
  readonly isRemembered: boolean;
}

interface Question<T> {
  ask(): Promise<T>;
  /** Whose browser, and under which room and name the answer is kept. */
  readonly user: string;
  readonly room: string;
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** The server answered after all. */
  onLate(answer: Told<T>): void;
}

/**
 * Asks the server, and keeps its answer in this browser for when nobody answers: no network, a server in
 * trouble, or none that answers within four seconds. A refusal (401, 403, 404) is no silence: it is raised, and
 * what was kept of the room is forgotten.
 */
export async function askOrRecall<T>(question: Question<T>): Promise<Told<T>> {
  const { user, room, name, schema } = question;
  const recall = async (): Promise<Told<T> | null> => {
    const kept = schema.safeParse(await keptRecord(user, room, name));
    return kept.success ? { value: kept.data, isRemembered: true } : null;
  };
  const asked = question.ask().then(
    (value): Told<T> => {
      void keepRecord(user, room, name, value);
      return { value, isRemembered: false };
    },
    async (error: unknown) => {
      if (isRefusal(error)) await forgetRecords(user, room);
      const remembered = isSilence(error) ? await recall() : null;
      if (remembered) return remembered;
      throw error;
    },
  );
  let late: ReturnType<typeof setTimeout> | undefined;
  const remembered = new Promise<Told<T>>((resolve) => {
    const tell = (found: Told<T> | null) => found && resolve(found);
    late = setTimeout(() => void recall().then(tell), PATIENCE_MS);
  });
  try {
    const first = await Promise.race([asked, remembered]);
    if (first.isRemembered)
      asked.then(
        (answer) => !answer.isRemembered && question.onLate(answer),
        () => undefined,
      );
    return first;
  } finally {
    clearTimeout(late);
  }
}

/** No answer, or that of a server in trouble. */
const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);
