import { MentionsBell } from '@cotejo/worksheets-web/mentions';
import { useLocation, useNavigate } from 'react-router';
import { mentionPath } from './mention-path.ts';

/** The bell with its navigation. */
export default function MentionsInShell() {
  const navigate = useNavigate();
  const here = useLocation();
  return (
    <MentionsBell pathOf={(mention) => mentionPath(mention, here)} onGo={(path) => void navigate(path)} />
  );
}
