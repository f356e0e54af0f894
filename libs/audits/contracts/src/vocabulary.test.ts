import { fileURLToPath } from 'node:url';
import { goldenFaults, type GoldenShape } from '@cotejo/event-store/upcast-goldens';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeClaimEvent } from './code-claims.ts';
import { kernelEvent } from './events.ts';
import { kernelIntent } from './intents.ts';
import { auditEvents, auditIntentVocabulary, auditVocabulary, codeClaimVocabulary } from './vocabulary.ts';

const folder = fileURLToPath(new URL('../golden', import.meta.url));
const writeMissing = process.env['WRITE_GOLDENS'] === '1';
const shapeOf = (schema: z.ZodType): GoldenShape => ({
  parse: (data) => schema.parse(data),
  jsonSchema: z.toJSONSchema(schema),
});

describe('what lies in the log and in outboxes, in all its versions', () => {
  it('is read as the newest, for events of audits and claims of codes', async () => {
    const options = [...kernelEvent.options, ...codeClaimEvent.options];
    const shapes = Object.fromEntries(
      options.map(({ shape: { type, data } }) => [type.value, shapeOf(data)] as const),
    );
    const vocabulary = { ...auditVocabulary, ...codeClaimVocabulary };
    expect(await goldenFaults({ folder, vocabulary, shapes, writeMissing })).toEqual([]);
  });

  it('is read as the newest, for intents', async () => {
    const shapes = Object.fromEntries(
      kernelIntent.options.map((option) => [option.shape.kind.value, shapeOf(option)] as const),
    );
    const vocabulary = auditIntentVocabulary;
    expect(await goldenFaults({ folder: `${folder}/intents`, vocabulary, shapes, writeMissing })).toEqual([]);
  });
});

describe('whoever follows the kernel alone', () => {
  it('hands through what other contexts wrote, and stops at what nobody is known to write', () => {
    const event = { type: 'StepProgrammeSet', schemaVersion: 3, data: {} };
    expect(auditEvents.read(event)).toBe(event);
    expect(() => auditEvents.read({ ...event, type: 'StepProgrammeSold' })).toThrow('newer version');
  });
});
