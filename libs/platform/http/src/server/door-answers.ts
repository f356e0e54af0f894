import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { z } from 'zod';

/** What a door answers, for whoever reads the description of the API; nothing is checked by it. */
export interface DoorAnswers {
  /** Of `data` in the envelope; null = nothing is told. */
  readonly data: z.ZodType | null;
  /** Codes of refusals beside those of any door. */
  readonly refusals?: readonly string[];
  /** Where the body that the door parses is wider than what it takes. */
  readonly body?: z.ZodType;
  /** Headers that it reads beside those of any door. */
  readonly headers?: readonly ('If-Match' | 'Idempotency-Key')[];
}

export const DOOR_ANSWERS = 'cotejo:door-answers';

export const Answers = (answers: DoorAnswers): CustomDecorator => SetMetadata(DOOR_ANSWERS, answers);
