import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { FinishedUpload } from '@cotejo/files/server';
import { readFileTarget } from '../file-target.ts';
import { isFile } from '../fields.ts';
import { permissionOf, type AnyRecord } from '../record.ts';
import { fileToWire } from '../wire.ts';
import type { UploadPlaces } from './file-uploads.ts';
import type { Asker, Ground } from './ground.ts';
import { RECORDS } from './opened-records.ts';
import { RecordFiles } from './record-files.ts';

/** File fields of records as places of uploads. */
export function recordFilePlaces({ all, can, pool, clock }: Ground<Asker>): UploadPlaces {
  const files = new RecordFiles(pool, clock);
  const recordOf = (target: string): AnyRecord => {
    const { record: name, field } = readFileTarget(target) ?? { record: '', field: '' };
    const found = all(RECORDS).find(({ served }) => served.rules.record.name === name)?.served.rules.record;
    const named = found?.fields[field];
    if (found === undefined || named === undefined || !isFile(named) || !named.isWritten)
      throw new Refusal(httpErrors, 'invalid_request');
    return found;
  };
  return {
    takes: (target) => readFileTarget(target) !== null,
    /** Requires the right to add such records, or to edit own ones; the act checks the right to the record itself. */
    async authorize(principal, target) {
      const record = recordOf(target);
      const own = { createdBy: principal.userId, assignee: principal.userId };
      const may = (action: 'add' | 'edit') => can(principal, permissionOf(record, action), own);
      if (!may('add') && !may('edit')) throw new Refusal(httpErrors, 'access_not_authorized');
    },
    async finished(upload: FinishedUpload) {
      await files.take(recordOf(upload.target).name, upload);
      return fileToWire(upload);
    },
  };
}
