import { committee } from '@cotejo/committees-contracts';
import { useErrorText } from '@cotejo/ui';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './agenda.module.css';

/** Adds a topic in free words. */
export function OtherSubject({ add }: { readonly add: (subject: string) => Promise<unknown> }) {
  const { t } = useTranslation('committees-web-agenda');
  const failure = useErrorText();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setSending(true);
    try {
      await add(text.trim());
      setText('');
      setRefusal(null);
    } catch (error) {
      setRefusal(failure(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={styles.other} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="xs"
        aria-label={t('other')}
        placeholder={t('other_placeholder')}
        maxLength={committee.acts.addTopic.body.subject.most ?? undefined}
        value={text}
        error={refusal}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs" loading={isSending} disabled={text.trim() === ''}>
        {t('add')}
      </Button>
    </form>
  );
}
