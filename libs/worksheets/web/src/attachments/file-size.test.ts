import { describe, expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

const KB = 1024;
const MB = KB * 1024;

describe('the size of a file', () => {
  it.each([
    ['next to nothing', 1, 0.1, 'KB'],
    ['half a kilobyte', 512, 0.5, 'KB'],
    ['the last of the kilobytes', 1000 * KB, 1000, 'KB'],
    ['the first of the megabytes', 1000 * KB + 1, 0.9765634536743164, 'MB'],
    ['megabytes', 12 * MB, 12, 'MB'],
    ['the last of the megabytes', 1000 * MB, 1000, 'MB'],
    ['gigabytes', 3 * 1024 * MB, 3, 'GB'],
  ] as const)('is told for %s', (_, bytes, amount, unit) => {
    expect(fileSize(bytes)).toEqual({ amount, unit });
  });
});
