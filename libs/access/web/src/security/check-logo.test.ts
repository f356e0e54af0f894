import { describe, expect, it } from 'vitest';
import { logoFault } from './check-logo.ts';

const MB = 1024 * 1024;

describe('a file for a logo', () => {
  it.each([
    ['marca.png', 'image/png', 2 * MB, null],
    ['MARCA.JPG', 'image/jpeg', 10, null],
    ['marca.jpeg', 'image/jpeg', 10, null],
    ['marca.png', 'image/png', 2 * MB + 1, 'size'],
    ['marca.svg', 'image/svg+xml', 10, 'format'],
    ['marca.png', 'image/gif', 10, 'format'],
    ['marca.exe', 'image/png', 10, 'format'],
  ])('%s, %s, %i bytes', (name, type, size, fault) => expect(logoFault({ name, type, size })).toBe(fault));
});
