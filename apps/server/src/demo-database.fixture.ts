import { copiedDatabase, type CopiedDatabase } from '@cotejo/testing';
import { StartedServer } from './started-server.fixture.ts';

/**
 * Database with the demo account, as after the first start; copying it takes a tenth of the time of seeding.
 * A server on it starts with its data folder.
 */
export const demoDatabase = (): Promise<CopiedDatabase> =>
  copiedDatabase('demo', async ({ appUrl, ownerUrl }, folder) => {
    const first = await StartedServer.start({
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: folder,
    });
    await first.stop();
  });
