import { LOGO } from '@cotejo/access-contracts';

export type LogoFault = 'format' | 'size';

/** What keeps a file from being a logo, as far as the browser can tell; the server reads its first bytes. */
export function logoFault(file: Pick<File, 'name' | 'type' | 'size'>): LogoFault | null {
  const name = file.name.toLowerCase();
  const isPicture =
    (LOGO.types as readonly string[]).includes(file.type) &&
    LOGO.extensions.some((end) => name.endsWith(end));
  if (!isPicture) return 'format';
  return file.size > LOGO.maxBytes ? 'size' : null;
}
