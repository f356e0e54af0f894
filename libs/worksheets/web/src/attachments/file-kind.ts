/** Display kinds of files. */
export const FILE_KINDS = ['word', 'excel', 'pdf', 'image'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  doc: 'word',
  docx: 'word',
  xls: 'excel',
  xlsx: 'excel',
  csv: 'excel',
};

/** Kind by extension, PDF by default (contract section 3); images by media type, whatever the name. */
export function fileKind(name: string | null, mediaType: string): FileKind {
  if (mediaType.startsWith('image/')) return 'image';
  const extension = /\.([^.]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? 'pdf';
}

const SHOWN_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Preview in the browser; null = download only. */
export function previewOf(mediaType: string): 'image' | 'pdf' | null {
  if (SHOWN_IMAGES.has(mediaType)) return 'image';
  return mediaType === 'application/pdf' ? 'pdf' : null;
}
