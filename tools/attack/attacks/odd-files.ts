import { FILES } from '../insider/hostile-files.ts';
import type { Raid } from '../insider/raid.ts';
import { announce, sendBytes } from '../insider/uploads.ts';

/** Uploads files that do not match their type, as attachments and as the account's logo. */
export async function sendOddFiles(raid: Raid): Promise<void> {
  const { chance } = raid;
  const names = Object.keys(FILES);
  const first = chance.below(names.length);
  for (let turn = 0; turn < names.length && !raid.isOver; turn++) {
    const file = FILES[names[(first + turn) % names.length] ?? '']?.(raid.size(4, 200));
    if (!file) continue;
    const { path } = await announce(raid, raid.scene.junior, file.name, file.bytes.length);
    if (path !== null) await sendBytes(raid, raid.scene.junior, path, file.bytes);
    await raid.ask(
      {
        method: 'PUT',
        path: '/account/logo/',
        headers: { 'content-type': 'image/png' },
        body: file.bytes.slice(0, 100_000),
      },
      raid.scene.administrator,
    );
  }
}
