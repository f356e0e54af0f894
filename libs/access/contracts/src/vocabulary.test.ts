import { fileURLToPath } from 'node:url';
import { goldenFaults } from '@cotejo/event-store/upcast-goldens';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { accessEvent } from './events.ts';
import { accessVocabulary } from './vocabulary.ts';

it('events of access, in all the versions that lie in the log, are read as the newest', async () => {
  const faults = await goldenFaults({
    folder: fileURLToPath(new URL('../golden', import.meta.url)),
    vocabulary: accessVocabulary,
    shapes: Object.fromEntries(
      accessEvent.options.map(({ shape: { type, data } }) => [
        type.value,
        { parse: (value: unknown) => data.parse(value), jsonSchema: z.toJSONSchema(data) },
      ]),
    ),
    writeMissing: process.env['WRITE_GOLDENS'] === '1',
  });
  expect(faults).toEqual([]);
});
