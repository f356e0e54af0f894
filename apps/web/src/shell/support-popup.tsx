import { useIsPhone } from '@cotejo/ui';
import { Popover, UnstyledButton } from '@mantine/core';
import { CirclePlay, LifeBuoy, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openChat } from '../chat/chat-events.ts';
import { useChatScripts } from '../chat/chats.tsx';
import menu from './side-menu.module.css';
import { useFirstSteps } from './first-steps.ts';
import styles from './support-popup.module.css';
import { useHoverPopup } from './use-hover-popup.ts';

/** Help menu with the first-steps video and the chat, if configured. */
export function SupportPopup({ collapsed }: { readonly collapsed: boolean }) {
  const { t } = useTranslation('web');
  const { video, isNew, done } = useFirstSteps();
  const hasChat = useChatScripts().length > 0;
  const [isOpen, popup] = useHoverPopup();
  const phone = useIsPhone();
  // Focus is trapped only after a click or key press, not on hover.
  const [isPressed, setPressed] = useState(false);
  if (video === null && !hasChat) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={() => popup.close()}
      // On phones there is no room beside the drawer.
      position={phone ? 'top-start' : 'right-end'}
      shadow="md"
      trapFocus={isPressed}
      returnFocus={isPressed}
    >
      <Popover.Target>
        <UnstyledButton
          className={menu.entry}
          onClick={() => {
            setPressed(true);
            popup.open();
          }}
          onMouseEnter={() => {
            setPressed(false);
            popup.enterTarget();
          }}
          onMouseLeave={() => popup.leaveTarget()}
        >
          <LifeBuoy size={16} strokeWidth={1.8} aria-hidden />
          <span className={collapsed ? 'visually-hidden' : undefined}>{t('support.title')}</span>
          {isNew && (
            <span className={styles.new} data-collapsed={collapsed || undefined}>
              <span className="visually-hidden"> {t('support.new')}</span>
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        className={styles.popup}
        onMouseEnter={() => popup.enterPopup()}
        onMouseLeave={() => popup.leavePopup()}
      >
        {video !== null && (
          <a className={menu.entry} href={video} target="_blank" rel="noopener noreferrer" onClick={done}>
            <CirclePlay size={16} strokeWidth={1.8} aria-hidden />
            {t('support.video')}
          </a>
        )}
        {isNew && (
          <UnstyledButton className={styles.dismiss} onClick={done}>
            {t('support.dismiss')}
          </UnstyledButton>
        )}
        {hasChat && (
          <UnstyledButton
            className={menu.entry}
            onClick={() => {
              popup.close();
              openChat();
            }}
          >
            <MessageCircle size={16} strokeWidth={1.8} aria-hidden />
            {t('support.chat')}
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
