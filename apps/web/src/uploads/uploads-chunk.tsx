import { addTranslations } from '@cotejo/i18n';
import { attachmentsTranslations, UploadsTray } from '@cotejo/worksheets-web/uploads';
import { useTranslation } from 'react-i18next';

/** The tray with its texts; adding them twice is harmless. */
export default function UploadsWithTexts() {
  const { i18n } = useTranslation();
  addTranslations(i18n, attachmentsTranslations);
  return <UploadsTray />;
}
