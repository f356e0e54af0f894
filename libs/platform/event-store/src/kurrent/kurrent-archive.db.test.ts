import type { ArchiveSubject } from '../archive/archive-subject.fixture.ts';
import { specifyArchive } from '../archive/specify-archive.fixture.ts';
import { SERVER_URL, createKurrentLog } from '../conformance/kurrent-log.ts';
import { createKurrentArchive } from './kurrent-archive.ts';

const subject: ArchiveSubject = {
  name: SERVER_URL === undefined ? 'KurrentDB adapter on the protocol fake:' : 'KurrentDB',
  async create() {
    const log = await createKurrentLog();
    const { url, namespace, ownerUrl } = log;
    const archive = createKurrentArchive({ url, namespace, connectionString: ownerUrl });
    return {
      store: log.open(),
      archive,
      async drop() {
        await archive.close();
        await log.drop();
      },
    };
  },
};

specifyArchive(subject);
