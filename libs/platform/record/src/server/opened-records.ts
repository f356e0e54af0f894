import type { Topic } from '@cotejo/live/server';
import type { Type } from '@nestjs/common';
import { port } from '../port.ts';
import type { Asker } from './ground.ts';
import type { RecordService } from './record-service.ts';
import type { ServedRecord } from './server-context.ts';

/** A record, served. */
export interface OpenRecord {
  readonly served: ServedRecord;
  readonly service: Pick<RecordService<Asker>, 'create' | 'act' | 'stateOf' | 'forgetGone' | 'sweepFiles'>;
  readonly topic: Topic<Asker>;
  readonly controller: Type;
}
/** Records of all contexts. */
export const RECORDS = port<OpenRecord>('records');
