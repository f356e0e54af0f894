import { changeLanguage, isLanguage, languageOf, supportedLanguages, type Language } from '@cotejo/i18n';
import { Menu, useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './preferences.module.css';

const SCHEMES = [
  { scheme: 'light', icon: Sun },
  { scheme: 'dark', icon: Moon },
  { scheme: 'auto', icon: Monitor },
] as const;

export interface PreferenceItemsProps {
  /** Stores the language in the profile of the signed-in user. */
  readonly onLanguage?: (language: Language) => void;
}

/** Menu entries for theme and language. */
export function PreferenceItems({ onLanguage }: PreferenceItemsProps) {
  const { t, i18n } = useTranslation('web');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chooseScheme = (value: string) => {
    const chosen = SCHEMES.find(({ scheme }) => scheme === value);
    if (chosen !== undefined) setColorScheme(chosen.scheme);
  };
  const chooseLanguage = (value: string) => {
    if (!isLanguage(value)) return;
    changeLanguage(i18n, value).catch(() => undefined);
    onLanguage?.(value);
  };
  return (
    <>
      <Menu.Label>{t('user.theme')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={chooseScheme}>
        {SCHEMES.map(({ scheme, icon: Icon }) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            className={styles.item}
            closeMenuOnClick={false}
            rightSection={<Icon size={14} aria-hidden />}
          >
            {t(`user.theme_${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('user.language')}</Menu.Label>
      <Menu.RadioGroup value={languageOf(i18n)} onChange={chooseLanguage}>
        {supportedLanguages.map((language) => (
          <Menu.RadioItem
            key={language}
            value={language}
            lang={language}
            className={styles.item}
            closeMenuOnClick={false}
            rightSection={<span className={styles.tag}>{language}</span>}
          >
            {t(`languages.${language}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
