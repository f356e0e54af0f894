import { execFile } from 'node:child_process';
import { open, mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sleep } from './processes.ts';

const run = promisify(execFile);
const SIZE = 3 * 1024 ** 3;

/** A separate file system for the database that can be filled to the last block and emptied again. */
export class SmallDisk {
  private constructor(
    readonly folder: string,
    private readonly image: string,
  ) {}

  /** ext4 in a file, mounted as a loop device; null if this process may not mount. */
  static async mount(under: string): Promise<SmallDisk | null> {
    const disk = new SmallDisk(join(under, 'disk'), join(under, 'disk.image'));
    await mkdir(disk.folder, { recursive: true });
    try {
      const file = await open(disk.image, 'w');
      await file.truncate(SIZE);
      await file.close();
      await run('mkfs.ext4', ['-q', '-F', '-m', '0', '-E', 'nodiscard,lazy_itable_init=1', disk.image]);
      await run('mount', ['-o', 'loop', disk.image, disk.folder]);
      return disk;
    } catch {
      await rm(disk.image, { force: true });
      return null;
    }
  }

  /** Allocates all but a few blocks: later writes fail with "no space left on device". */
  async fill(spareBytes: number): Promise<void> {
    // The ballast's metadata takes blocks too, and the database keeps writing: reduced until it fits.
    for (let less = 1; less <= 1_024; less *= 2) {
      const { bavail, bsize } = await statfs(this.folder);
      const blocks = Math.max(1, bavail - Math.ceil(spareBytes / bsize) - less);
      try {
        await run('fallocate', ['-l', String(blocks * bsize), this.ballast]);
        return;
      } catch {
        await rm(this.ballast, { force: true });
      }
    }
    throw new Error(`the disk could not be filled: ${this.folder}`);
  }

  async empty(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** Its content stays in the image file, which can be mounted again for diagnosis. */
  unmount(): Promise<void> {
    return unmountFolder(this.folder);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}

/** Unmounts, retrying while a process still holds a file there. */
export async function unmountFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      await run('umount', [folder]);
      return;
    } catch {
      await sleep(100);
    }
  }
  await run('umount', ['--lazy', folder]).catch(() => undefined);
}
