import { ApiError } from '@cotejo/http/client';
import { forgetRecords, keepRecord, keptRecord } from '@cotejo/rooms/client';
import type { z } from 'zod';

/** Milliseconds without an answer after which the server counts as unreachable for now. */
const PATIENCE_MS = 4_000;

/** A value from the server, or the last copy of it cached in this browser. */
export interface FreshOrCached<T> {
  readonly value: T;
  /** The value comes from this browser's cache; the server has not answered yet. */
  readonly isRemembered: boolean;
}

interface Question<T> {
  ask(): Promise<T>;
  /** User of this browser; with room and name, the cache key of the answer. */
  readonly user: string;
  readonly room: string;
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** Called when the server answers after a cached value was returned. */
  onLate(answer: FreshOrCached<T>): void;
}

/**
 * Asks the server and caches its answer in this browser. The cached answer is used when there is no network, on a
 * server error, or after four seconds without an answer. A refusal (401, 403, 404) is thrown and deletes all cached
 * records of the room.
 */
export async function askOrRecall<T>(question: Question<T>): Promise<FreshOrCached<T>> {
  const { user, room, name, schema } = question;
  const recall = async (): Promise<FreshOrCached<T> | null> => {
    const kept = schema.safeParse(await keptRecord(user, room, name));
    return kept.success ? { value: kept.data, isRemembered: true } : null;
  };
  const asked = question.ask().then(
    (value): FreshOrCached<T> => {
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
  const remembered = new Promise<FreshOrCached<T>>((resolve) => {
    const tell = (found: FreshOrCached<T> | null) => found && resolve(found);
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

/** Network failure or server error, as opposed to a refusal. */
const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);
