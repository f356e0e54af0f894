import { SECOND_CHAT_FLAG, type ShellSettings } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { languageOf } from '@cotejo/i18n';
import { useFormat } from '@cotejo/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicSettings, type PublicSettings } from '../shell/public-settings.ts';
import { useShellSettings } from '../shell/shell-settings.ts';
import { CHAT_NEWS, endChat } from './chat-events.ts';
import { chatState, forgetChat, readChatNews, rememberChat } from './chat-state.ts';

/** Scripts to load: enabled by the account, configured by the installation. */
export function chatScripts(
  { chat }: ShellSettings,
  settings: Pick<PublicSettings, 'chat' | 'second_chat'>,
): readonly string[] {
  const first = settings.chat === true ? chat.script : null;
  const second = settings.second_chat === SECOND_CHAT_FLAG ? chat.second_script : null;
  return [first, second].filter((script) => script !== null);
}

export function useChatScripts(): readonly string[] {
  return chatScripts(useShellSettings(), usePublicSettings());
}

/** Support chats, while a user is signed in. */
export function Chats() {
  return useChatScripts().map((script) => <Chat key={script} script={script} />);
}

function Chat({ script }: { readonly script: string }) {
  const session = useSession();
  const { i18n } = useTranslation();
  const { isoDay } = useFormat();
  const language = languageOf(i18n);

  useEffect(() => {
    const { open, restoreId } = chatState(localStorage, isoDay(new Date()));
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.dataset['open'] = open ? '1' : '0';
    element.dataset['language'] = language;
    if (restoreId !== null) element.dataset['restoreId'] = restoreId;
    document.head.append(element);

    const hear = (event: Event) => {
      if (event instanceof CustomEvent)
        rememberChat(localStorage, readChatNews(event.detail), isoDay(new Date()));
    };
    window.addEventListener(CHAT_NEWS, hear);
    const stopHearing = session.onSignedOut(() => forgetChat(localStorage));
    return () => {
      stopHearing();
      window.removeEventListener(CHAT_NEWS, hear);
      element.remove();
      endChat();
    };
    // The language is passed once: changing it must not restart an open widget.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [script, session]);
  return null;
}
