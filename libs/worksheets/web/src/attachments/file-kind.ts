/** What a file is shown as. */
export const FILE_KINDS = ['word', 'excel', 'pdf', 'image'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  doc: 'word',
  docx: 'word',
  xls: 'excel',
  xlsx: 'excel',
  csv: 'excel',
};

/** By its extension, and PDF where that says nothing (contract section 3); what is an image is one whatever its name says. */
export function fileKind(name: string | null, mediaType: string): FileKind {
  if (mediaType.startsWith('image/')) return 'image';
  const extension = /\.([^.]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? 'pdf';
}

const SHOWN_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** How a browser shows a file in the page; null = it can only be downloaded. */
export function previewOf(mediaType: string): 'image' | 'pdf' | null {
  if (SHOWN_IMAGES.has(mediaType)) return 'image';
  return mediaType === 'application/pdf' ? 'pdf' : null;
}
