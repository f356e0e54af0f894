import { fileURLToPath } from 'node:url';
import { SLICE_EVENT_TYPES } from '@cotejo/audits-contracts';
import { goldenFaults, type GoldenShape } from '@cotejo/event-store/upcast-goldens';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { attachmentEvent, attachmentIntent } from './attachments.ts';
import { noteEvent, noteIntent } from './review-notes.ts';
import { setStepProgramme, stepProgrammeSet } from './step-programme.ts';
import { worksheetIntentVocabulary, worksheetVocabulary } from './vocabulary.ts';
import { restartTexts, reviseTexts, textRevised, textsRestarted } from './worksheet-texts.ts';

const folder = fileURLToPath(new URL('../golden', import.meta.url));
const writeMissing = process.env['WRITE_GOLDENS'] === '1';
const shapeOf = (schema: z.ZodType): GoldenShape => ({
  parse: (data) => schema.parse(data),
  jsonSchema: z.toJSONSchema(schema),
});

describe('what worksheets wrote, in all its versions', () => {
  it('is read as the newest, for events', async () => {
    const shapes = Object.fromEntries(
      [stepProgrammeSet, ...noteEvent.options, textRevised, textsRestarted, ...attachmentEvent.options].map(
        ({ shape: { type, data } }) => [type.value, shapeOf(data)] as const,
      ),
    );
    expect(await goldenFaults({ folder, vocabulary: worksheetVocabulary, shapes, writeMissing })).toEqual([]);
  });

  it('is read as the newest, for intents', async () => {
    const shapes = Object.fromEntries(
      [setStepProgramme, ...noteIntent.options, reviseTexts, restartTexts, ...attachmentIntent.options].map(
        (option) => [option.shape.kind.value, shapeOf(option)] as const,
      ),
    );
    const vocabulary = worksheetIntentVocabulary;
    expect(await goldenFaults({ folder: `${folder}/intents`, vocabulary, shapes, writeMissing })).toEqual([]);
  });

  it('is known to the audits whose stream it lies on', () => {
    expect(SLICE_EVENT_TYPES).toEqual(expect.arrayContaining(Object.keys(worksheetVocabulary)));
  });
});
