import { words, type WordKey } from './words.ts';

const REASONS: Readonly<Record<string, WordKey>> = {
  ENOENT: 'file_faults.missing',
  ENOTDIR: 'file_faults.missing',
  EACCES: 'file_faults.forbidden',
  EPERM: 'file_faults.forbidden',
  EISDIR: 'file_faults.folder',
  ENOSPC: 'file_faults.full',
  EDQUOT: 'file_faults.full',
  EROFS: 'file_faults.read_only',
  EPIPE: 'file_faults.nobody_reads',
};

/** Text for a refusal of the file system; null for any other error. */
export function fileFaultInWords(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const key = REASONS[error.code];
  if (key === undefined) return null;
  const file = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return words('file_faults.failed', { file, reason: words(key), code: error.code }).replace(' :', ':');
}
