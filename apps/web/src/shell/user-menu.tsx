import { roleOfKey, type UserProfile } from '@cotejo/access-contracts';
import { useSavePreferences, useSession } from '@cotejo/access-web';
import { ConfirmDialog, leaveFlash, PersonAvatar } from '@cotejo/ui';
import { Menu, UnstyledButton } from '@mantine/core';
import { LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { PROFILE_PATH } from './paths.ts';
import { PreferenceItems } from './preferences.tsx';
import styles from './user-menu.module.css';

/** Menu of the signed-in user: preferences and sign-out. */
export function UserMenu({ user }: { readonly user: UserProfile }) {
  const { t } = useTranslation('web');
  const session = useSession();
  const save = useSavePreferences();
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState(0);
  const name = `${user.first_name} ${user.last_name}`.trim();

  const leave = async () => {
    // Shown by the next page.
    leaveFlash(localStorage, { kind: 'success', text: t('user.signed_out') });
    await session.signOut();
    await navigate('/login/');
  };
  const askOrLeave = async () => {
    const count = await session.unsentWork();
    if (count > 0) setUnsent(count);
    else await leave();
  };

  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <UnstyledButton className={styles.button} aria-label={t('user.menu', { name })}>
            <PersonAvatar person={{ id: user.id, name, initials: user.sigla }} size={26} decorative />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.who}>
            <strong>{name}</strong>
            <span>
              {user.role_name ?? t(`roles.${roleOfKey(user.role)}`)} · {user.account_name}
            </span>
          </div>
          <Menu.Divider />
          <Menu.Item
            className={styles.item}
            leftSection={<UserRound size={14} aria-hidden />}
            component={Link}
            to={PROFILE_PATH}
          >
            {t('titles.profile')}
          </Menu.Item>
          <Menu.Divider />
          <PreferenceItems onLanguage={(language) => save({ language })} />
          <Menu.Divider />
          <Menu.Item
            className={styles.item}
            leftSection={<LogOut size={14} aria-hidden />}
            onClick={() => void askOrLeave()}
          >
            {t('user.sign_out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={unsent > 0}
        title={t('sign_out.title')}
        question={t('sign_out.question', { count: unsent })}
        left={t('sign_out.stay')}
        right={t('sign_out.leave')}
        onConfirm={leave}
        onClose={() => setUnsent(0)}
      />
    </>
  );
}
