import { LOGO } from '@cotejo/access-contracts';

export type LogoFault = 'format' | 'size';

/** Fault of a logo file that the browser can detect; the server also checks its first bytes. */
export function logoFault(file: Pick<File, 'name' | 'type' | 'size'>): LogoFault | null {
  const name = file.name.toLowerCase();
  const isPicture =
    (LOGO.types as readonly string[]).includes(file.type) &&
    LOGO.extensions.some((end) => name.endsWith(end));
  if (!isPicture) return 'format';
  return file.size > LOGO.maxBytes ? 'size' : null;
}
