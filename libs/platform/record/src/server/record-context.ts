import { CreateRecordFiles1797500000000 } from './create-record-files.ts';
import { forEachRecord } from './for-each-record.ts';
import { openStoredFiles, openUploads, STORED_FILES, UPLOAD_PLACES, UPLOADS } from './file-uploads.ts';
import { provide } from './open-ports.ts';
import { RECORDS } from './opened-records.ts';
import { CreatePersonalValues1770300000000 } from './personal-values.ts';
import { recordFilePlaces } from './record-file-places.ts';
import { serverContext } from './server-context.ts';

/** Shared by all records: tables of personal values and files, the jobs that clean them, and the upload endpoint. */
export const recordContext = serverContext('record', {
  migrations: [CreatePersonalValues1770300000000, CreateRecordFiles1797500000000],
  provides: [
    provide(STORED_FILES, openStoredFiles),
    provide(UPLOAD_PLACES, recordFilePlaces),
    provide(UPLOADS, openUploads),
  ],
  uploads: ({ the }) => [the(UPLOADS)],
  jobs: {
    personal: {
      cron: '37 * * * *',
      run: ({ all }) => forEachRecord(all(RECORDS), ({ service }) => service.forgetGone()),
    },
    'record-files': {
      cron: '12 * * * *',
      run: ({ all }) => forEachRecord(all(RECORDS), ({ service }) => service.sweepFiles()),
    },
  },
  async begin({ the, closing }) {
    const uploads = the(UPLOADS);
    closing.add('uploads', () => uploads.stop());
    await uploads.start();
  },
});
