import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface Chromium {
  readonly executablePath: string;
  /** Added to the browser's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly from: 'CHROMIUM_PATH' | 'installed' | 'package';
}

const INSTALLED = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Makes the package assume AWS Lambda: only there does it unpack its own nss, nspr and expat. */
const LAMBDA = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findInstalled(): string | null {
  for (const name of INSTALLED) {
    if (name.startsWith('/')) {
      if (isProgram(name)) return name;
      continue;
    }
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder !== '' && isProgram(path)) return path;
    }
  }
  return null;
}

/** The package's own configuration lists only folders of AWS: on a bare machine text would have no width. */
function fontsConfiguration(place: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(place, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(place, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/**
 * Unpacks the browser from the registry package, once per machine. In a separate process, because the package reads
 * TMPDIR and changes the environment; under a draft name, because the package would take a half-written file of another
 * run for a complete one.
 */
async function unpackPackage(): Promise<Chromium> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = main.slice(0, main.indexOf(join('chromium', 'build')) + 'chromium'.length);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const place = join(tmpdir(), `cotejo-chromium-${version}-${userInfo().uid}`);
  if (!existsSync(place)) {
    await mkdir(dirname(place), { recursive: true });
    const draft = await mkdtemp(`${place}.`);
    const entry = pathToFileURL(join(root, 'build/esm/index.js')).href;
    const script = `const { default: chromium } = await import(${JSON.stringify(entry)});
      await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, ...LAMBDA, TMPDIR: draft },
    });
    await writeFile(join(draft, 'fonts/fonts.conf'), fontsConfiguration(place));
    await rename(draft, place).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!existsSync(place)) throw error;
    });
  }
  return {
    executablePath: join(place, 'chromium'),
    env: { LD_LIBRARY_PATH: join(place, 'al2023/lib'), FONTCONFIG_PATH: join(place, 'fonts') },
    from: 'package',
  };
}

/** The package contains a build for this platform only. */
const FITS_HERE = process.platform === 'linux' && process.arch === 'x64';

/**
 * A Chromium for tests: `CHROMIUM_PATH`, else the one in the registry package `@sparticuz/chromium`, which is identical
 * on all machines and, without windows, needs two thirds of the work; else an installed one. Benchmarks request the
 * `installed` one first, since users have it. Throws when there is none: a missing browser is a failure, never a
 * skipped test.
 */
export async function findChromium(first: 'package' | 'installed' = 'package'): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return { executablePath: named, env: {}, from: 'CHROMIUM_PATH' };
  }
  const path = findInstalled();
  const installed = path === null ? null : ({ executablePath: path, env: {}, from: 'installed' } as const);
  if (installed !== null && (first === 'installed' || !FITS_HERE)) return installed;
  try {
    return await unpackPackage();
  } catch (cause) {
    if (installed !== null) return installed;
    throw new Error(
      'No browser for the browser tests: CHROMIUM_PATH is not set, no Chromium or Chrome is installed, ' +
        'and the one of the package @sparticuz/chromium could not be unpacked.',
      { cause },
    );
  }
}
