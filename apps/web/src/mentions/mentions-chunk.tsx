import { addTranslations } from '@cotejo/i18n';
import { attachmentsTranslations, MentionsBell } from '@cotejo/worksheets-web/mentions';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { mentionPath } from './mention-path.ts';

/** The bell with its texts and navigation; adding texts twice is harmless. */
export default function MentionsInShell() {
  const { i18n } = useTranslation();
  addTranslations(i18n, attachmentsTranslations);
  const navigate = useNavigate();
  const here = useLocation();
  return (
    <MentionsBell pathOf={(mention) => mentionPath(mention, here)} onGo={(path) => void navigate(path)} />
  );
}
