import { copiedDatabase, type CopiedDatabase } from '@cotejo/testing';
import { StartedServer } from './started-server.fixture.ts';

/**
 * A database with the demo account in it, as the first start on an empty one leaves it: to make it anew takes ten
 * times as long as to start. A server on it begins with its folder.
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
