import { accountCalls } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { FormMessage, notify, PageHeader, useErrorText, useFormFault } from '@cotejo/ui';
import { isLanguage, supportedLanguages } from '@cotejo/i18n';
import { Alert, Button, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PUBLIC_SETTINGS_QUERY, usePublicSettings } from '../shell/public-settings.ts';
import { useShellSettings } from '../shell/shell-settings.ts';
import { changesOf, isVideoValid, valuesOf, type GeneralValues } from './general-settings.ts';
import styles from './general-settings-page.module.css';

const ZONES = Intl.supportedValuesOf('timeZone');

/** `/configuraciones/general/`: settings of the account's pages, default language and time zone. */
export function GeneralSettingsPage() {
  const { t } = useTranslation('web');
  const words = useErrorText();
  const session = useSession();
  const { api } = session;
  const queries = useQueryClient();
  const { chat } = useShellSettings();
  const settings = usePublicSettings();
  const [edited, setEdited] = useState<Partial<GeneralValues>>({});
  const values = { ...valuesOf(settings), ...edited };
  const changes = changesOf(settings, values);
  const set = (part: Partial<GeneralValues>) => setEdited({ ...edited, ...part });
  const save = useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      // Sequential: each is an event of its own.
      for (const body of changes) await perform(api, accountCalls.setPublicSetting, { body });
    },
    onSuccess: async () => {
      notify.success(t('settings.general.saved'));
      // The new settings are loaded before the form is reset to them.
      await queries.invalidateQueries({ queryKey: PUBLIC_SETTINGS_QUERY });
      setEdited({});
      // The saving user may use the account's language and time zone.
      await session.refresh();
    },
    // Some settings may have been saved; the input is kept.
    onError: () => queries.invalidateQueries({ queryKey: PUBLIC_SETTINGS_QUERY }),
  });
  const video = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const fault = useFormFault(form);
  const title = t('settings.general.title');
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('settings.title'), to: '/configuraciones/' }, { label: title }]}
      />
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isVideoValid(values)) video.current?.focus();
          else if (changes.length > 0) save.mutate();
        }}
      >
        <Select
          label={t('settings.general.language')}
          description={t('settings.general.language_hint')}
          data={supportedLanguages.map((each) => ({ value: each, label: t(`languages.${each}`) }))}
          value={values.language}
          onChange={(chosen) => isLanguage(chosen) && set({ language: chosen })}
          allowDeselect={false}
        />
        <Select
          label={t('settings.general.time_zone')}
          description={t('settings.general.time_zone_hint')}
          data={ZONES.includes(values.timeZone) ? ZONES : [values.timeZone, ...ZONES]}
          value={values.timeZone}
          searchable
          selectFirstOptionOnChange
          limit={60}
          nothingFoundMessage={t('settings.general.no_zone')}
          onChange={(chosen) => chosen !== null && set({ timeZone: chosen })}
          allowDeselect={false}
        />
        <Switch
          label={t('settings.general.side_bar')}
          description={t('settings.general.side_bar_hint')}
          checked={values.sideBar}
          onChange={(event) => set({ sideBar: event.currentTarget.checked })}
        />
        <TextInput
          ref={video}
          label={t('settings.general.video')}
          description={t('settings.general.video_hint')}
          type="url"
          maxLength={2000}
          value={values.video}
          onChange={(event) => set({ video: event.currentTarget.value })}
          error={isVideoValid(values) ? undefined : t('settings.general.video_invalid')}
        />
        {chat.script !== null && (
          <Switch
            label={t('settings.general.chat')}
            checked={values.chat}
            onChange={(event) => set({ chat: event.currentTarget.checked })}
          />
        )}
        {chat.second_script !== null && (
          <Switch
            label={t('settings.general.second_chat')}
            checked={values.secondChat}
            onChange={(event) => set({ secondChat: event.currentTarget.checked })}
          />
        )}
        {save.isError && (
          <Alert color="red" variant="light" role="alert">
            {words(save.error)}
          </Alert>
        )}
        {!save.isError && <FormMessage fault={fault} />}
        <div className={styles.buttons}>
          <Button type="submit" loading={save.isPending} disabled={changes.length === 0}>
            {t('settings.general.save')}
          </Button>
        </div>
      </form>
    </>
  );
}
