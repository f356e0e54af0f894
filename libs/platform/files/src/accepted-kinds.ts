/** Content type as detected from the bytes by `server/content`, independent of the name. */
export type Content =
  | 'pdf'
  | 'rtf'
  | 'text'
  | 'mail'
  | 'xml'
  | 'markup'
  | 'png'
  | 'jpg'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'tiff'
  | 'bmp'
  | 'zip'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'office-macros'
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'msg'
  | 'office-locked'
  | 'mp4'
  | 'm4a'
  | 'mov'
  | 'mp3'
  | 'wav'
  | 'ogg'
  | 'webm'
  | 'program'
  | 'polyglot'
  | 'unknown';

export type FileFamily = 'document' | 'image' | 'archive' | 'audio' | 'video';

export interface AcceptedKind {
  readonly family: FileFamily;
  readonly mediaType: string;
  /** Contents that this extension may have. */
  readonly contents: readonly Content[];
  /** Whether a browser may show it in the page; all others are only downloaded. */
  readonly inline: boolean;
}

const kind = (
  family: FileFamily,
  mediaType: string,
  contents: readonly Content[],
  inline = false,
): AcceptedKind => ({ family, mediaType, contents, inline });

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/**
 * Accepted evidence files by extension. Password-protected Office files are accepted under their extension, because
 * their content can't be read. Excluded on purpose: programs, scripts, HTML, SVG and macros.
 */
export const acceptedKinds = {
  pdf: kind('document', 'application/pdf', ['pdf'], true),
  doc: kind('document', 'application/msword', ['doc', 'rtf', 'office-locked']),
  docx: kind('document', `${OPEN_XML}.wordprocessingml.document`, ['docx', 'office-locked']),
  xls: kind('document', 'application/vnd.ms-excel', ['xls', 'office-locked']),
  xlsx: kind('document', `${OPEN_XML}.spreadsheetml.sheet`, ['xlsx', 'office-locked']),
  ppt: kind('document', 'application/vnd.ms-powerpoint', ['ppt', 'office-locked']),
  pptx: kind('document', `${OPEN_XML}.presentationml.presentation`, ['pptx', 'office-locked']),
  odt: kind('document', `${OPEN_DOCUMENT}.text`, ['odt']),
  ods: kind('document', `${OPEN_DOCUMENT}.spreadsheet`, ['ods']),
  odp: kind('document', `${OPEN_DOCUMENT}.presentation`, ['odp']),
  rtf: kind('document', 'application/rtf', ['rtf']),
  txt: kind('document', 'text/plain', ['text', 'mail']),
  log: kind('document', 'text/plain', ['text', 'mail']),
  csv: kind('document', 'text/csv', ['text', 'mail']),
  /** Electronic invoices. */
  xml: kind('document', 'application/xml', ['xml']),
  msg: kind('document', 'application/vnd.ms-outlook', ['msg']),
  eml: kind('document', 'message/rfc822', ['mail']),
  png: kind('image', 'image/png', ['png'], true),
  jpg: kind('image', 'image/jpeg', ['jpg'], true),
  jpeg: kind('image', 'image/jpeg', ['jpg'], true),
  gif: kind('image', 'image/gif', ['gif'], true),
  webp: kind('image', 'image/webp', ['webp'], true),
  heic: kind('image', 'image/heic', ['heic']),
  heif: kind('image', 'image/heif', ['heic']),
  tif: kind('image', 'image/tiff', ['tiff']),
  tiff: kind('image', 'image/tiff', ['tiff']),
  bmp: kind('image', 'image/bmp', ['bmp']),
  zip: kind('archive', 'application/zip', ['zip']),
  mp4: kind('video', 'video/mp4', ['mp4']),
  mov: kind('video', 'video/quicktime', ['mov', 'mp4']),
  webm: kind('video', 'video/webm', ['webm']),
  /** Phones record audio with a video brand. */
  m4a: kind('audio', 'audio/mp4', ['m4a', 'mp4']),
  mp3: kind('audio', 'audio/mpeg', ['mp3']),
  wav: kind('audio', 'audio/wav', ['wav']),
  ogg: kind('audio', 'audio/ogg', ['ogg']),
} as const satisfies Readonly<Record<string, AcceptedKind>>;

export type FileKind = keyof typeof acceptedKinds;

const isFileKind = (extension: string): extension is FileKind => Object.hasOwn(acceptedKinds, extension);

/** Kind by the name's last extension; null when it is not accepted. */
export function kindOfName(name: string): FileKind | null {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1).toLowerCase();
  return dot > 0 && isFileKind(extension) ? extension : null;
}
