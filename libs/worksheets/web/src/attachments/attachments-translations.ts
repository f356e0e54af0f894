import { filesTranslations } from '@cotejo/files/protocol';
import { worksheetsTranslations } from '../translations.ts';

/** Texts of attachments and of refused uploads: the tray of uploads is on every page. */
export const attachmentsTranslations = [worksheetsTranslations, filesTranslations];
