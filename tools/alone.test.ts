import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALONE, ALONE_ON_SCREEN, ALONE_WITH_DATABASE } from './alone.ts';

const root = join(import.meta.dirname, '..');
/** Statements whose effects outlast a file in its worker. */
const STAYS = /^(?:vi\.mock\(|import '(?:fake-indexeddb\/auto|.*simulated-chance\.fixture\.ts)')/m;

const testFiles = ['apps', 'libs', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('/node_modules/') && /\.test\.tsx?$/.test(path)),
);

describe('test files that share no worker', () => {
  it('are all those that leave something behind', () => {
    const leaving = testFiles.filter((path) => STAYS.test(readFileSync(join(root, path), 'utf8')));
    const alone = [...ALONE, ...ALONE_WITH_DATABASE, ...ALONE_ON_SCREEN];
    expect(leaving.toSorted()).toEqual(alone.toSorted());
  });
});
