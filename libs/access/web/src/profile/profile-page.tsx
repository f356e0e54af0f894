import { roleOfKey, type UserProfile } from '@cotejo/access-contracts';
import { PageHeader, Section, useFormat } from '@cotejo/ui';
import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import layout from '../layout/layout.module.css';
import { useUser } from '../session/use-session.ts';
import { OwnData } from './own-data.tsx';
import { PasswordSection } from './password-section.tsx';
import { Preferences } from './preferences.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** A page of the user that other contexts bring; texts are translated already. */
export interface OwnPage {
  readonly to: string;
  readonly title: string;
  readonly text: string;
}
export interface ProfilePageProps {
  readonly pages?: readonly OwnPage[];
}

/** `/profile/`: the user's data, role, own pages and sign-in settings. */
export function ProfilePage({ pages = [] }: ProfilePageProps) {
  const user = useUser();
  return user && <Profile user={user} pages={pages} />;
}

interface ProfileProps extends Required<ProfilePageProps> {
  readonly user: UserProfile;
}

function Profile({ user, pages }: ProfileProps) {
  const { t } = useTranslation('access-web');
  const title = t('profile.title');
  const isDue = user.pending === 'second_factor';
  return (
    <div className={layout.page}>
      <PageHeader title={title} breadcrumb={[{ label: title }]} />
      <div className={`${layout.body} ${layout.narrow}`}>
        {isDue && (
          <Alert variant="light" role="alert">
            {t('profile.second_factor_due')}
          </Alert>
        )}
        {/* A pending duty comes first. Same position in the child list, so that its state survives the duty's end. */}
        {!isDue && <Facts user={user} />}
        {!user.pending &&
          pages.map(({ to, title: name, text }) => (
            <Section key={to} title={name} hint={text}>
              <Button variant="default" component={Link} to={to}>
                {t('profile.open_page', { name })}
              </Button>
            </Section>
          ))}
        <SecondFactor user={user} />
        {isDue && <Facts user={user} />}
        <PasswordSection user={user} />
        <SessionList user={user} />
        <Preferences user={user} />
        {!user.pending && <OwnData />}
      </div>
    </div>
  );
}

function Facts({ user }: { readonly user: UserProfile }) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  return (
    <Section title={t('profile.data')} hint={t('profile.data_hint')}>
      <dl className={layout.facts}>
        <Fact name={t('person.name')}>{`${user.first_name} ${user.last_name}`}</Fact>
        <Fact name={t('person.username')}>{user.username}</Fact>
        <Fact name={t('person.email')}>{user.email}</Fact>
        <Fact name={t('person.role')}>{user.role_name ?? t(`role.${roleOfKey(user.role)}`)}</Fact>
        {user.position != null && <Fact name={t('person.position')}>{user.position}</Fact>}
        <Fact name={t('profile.account')}>{user.account_name}</Fact>
        {user.last_login != null && (
          <Fact name={t('person.last_login')}>{format.dateTime(user.last_login)}</Fact>
        )}
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
