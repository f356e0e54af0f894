import { DEFAULT_TIME_ZONE, type UserProfile } from '@cotejo/access-contracts';
import { changeLanguage, isLanguage, languageOf, supportedLanguages } from '@cotejo/i18n';
import { Section } from '@cotejo/ui';
import { Select, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSavePreferences } from '../session/use-save-preferences.ts';
import styles from './profile.module.css';

const SCHEMES = ['light', 'dark', 'auto'] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

/** Language and time zone are stored with the user; the theme is stored in the browser. */
export function Preferences({ user }: { readonly user: UserProfile }) {
  const { t, i18n } = useTranslation('access-web');
  const save = useSavePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const zone = user.time_zone ?? DEFAULT_TIME_ZONE;
  const language = languageOf(i18n);

  const chooseLanguage = (chosen: string | null) => {
    if (!isLanguage(chosen)) return;
    changeLanguage(i18n, chosen).catch(() => undefined);
    save({ language: chosen });
  };

  return (
    <Section title={t('preferences.title')}>
      <div className={styles.choices}>
        <Select
          label={t('preferences.language')}
          data={supportedLanguages.map((each) => ({
            value: each,
            label: t(`preferences.languages.${each}`),
          }))}
          value={language}
          onChange={chooseLanguage}
          allowDeselect={false}
        />
        <Select
          label={t('preferences.time_zone')}
          data={ZONES}
          value={zone}
          searchable
          selectFirstOptionOnChange
          limit={60}
          nothingFoundMessage={t('preferences.no_zone')}
          onChange={(chosen) => chosen !== null && save({ time_zone: chosen })}
          allowDeselect={false}
        />
        <Select
          label={t('preferences.theme')}
          data={SCHEMES.map((each) => ({ value: each, label: t(`preferences.themes.${each}`) }))}
          value={colorScheme}
          onChange={(chosen) => {
            const scheme = SCHEMES.find((each) => each === chosen);
            if (scheme !== undefined) setColorScheme(scheme);
          }}
          allowDeselect={false}
        />
      </div>
    </Section>
  );
}
