import { FileImage, FileSpreadsheet, FileText, FileType2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './attachments.module.css';
import { fileKind, type FileKind } from './file-kind.ts';

const ICON: Readonly<Record<FileKind, LucideIcon>> = {
  word: FileText,
  excel: FileSpreadsheet,
  pdf: FileType2,
  image: FileImage,
};

/** Kind of a file, by colour, icon and word. */
export function FileIcon({ name, mediaType }: { readonly name: string | null; readonly mediaType: string }) {
  const { t } = useTranslation('worksheets-web');
  const kind = fileKind(name, mediaType);
  const Icon = ICON[kind];
  const words = t(`attachments.kind.${kind}`);
  return (
    <span className={styles.icon} data-kind={kind} role="img" aria-label={words} title={words}>
      <Icon size={18} strokeWidth={1.6} aria-hidden />
    </span>
  );
}
