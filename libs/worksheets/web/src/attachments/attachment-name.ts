import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { useTranslation } from 'react-i18next';

/** File name, or a text for a redacted one. */
export function useFileName(): (file: Pick<AttachmentView, 'nombre_archivo'>) => string {
  const { t } = useTranslation('worksheets-web');
  return ({ nombre_archivo }) => nombre_archivo ?? t('attachments.redacted');
}
