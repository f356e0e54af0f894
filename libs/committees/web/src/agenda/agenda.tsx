import { followUpState } from '@cotejo/audits-contracts';
import { committee, committeeCalls, type CommitteeRow } from '@cotejo/committees-contracts';
import { perform } from '@cotejo/http/client';
import { rowFromWire } from '@cotejo/record';
import { referenceLabel, type RecordActs, type RecordRow } from '@cotejo/record/client';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ListPlus, X } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './agenda.module.css';
import { FollowUpFacts } from './follow-up-facts.tsx';
import { OtherSubject } from './other-subject.tsx';

const TopicPicker = lazy(() => import('./topic-picker.tsx'));

type Topic = CommitteeRow['agenda'][number];

interface AgendaProps {
  readonly row: CommitteeRow;
  readonly acts: RecordActs;
}

/** Agenda of a committee: its topics in order, and the controls of users who may change it. */
export function Agenda({ row, acts }: AgendaProps) {
  const { t } = useTranslation('committees-web-agenda');
  const failure = useErrorText();
  const [isChoosing, setChoosing] = useState(false);
  const [moved, setMoved] = useState<{ readonly number: number; readonly way: Way } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const record = row as unknown as RecordRow;
  const open = acts.openFor(record);
  const agenda = useFreshAgenda(row);
  const mayAdd = open.includes('addTopic');

  const place = moved === null ? -1 : agenda.findIndex(({ number }) => number === moved.number);
  const mover = agenda[place];
  // Moving an element takes the focus away from the button inside it; at the end the other one has it.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && list.current?.contains(activeElement) !== true;
    if (moved === null || isElsewhere) return;
    const buttons = list.current?.children[place]?.querySelectorAll<HTMLButtonElement>('[data-way]');
    const enabled = [...(buttons ?? [])].filter(({ disabled }) => !disabled);
    (enabled.find(({ dataset }) => dataset['way'] === moved.way) ?? enabled[0])?.focus();
  }, [moved, place]);

  const tryAct = async (act: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      await acts.actQuietly(record, act, body);
    } catch (error) {
      notify.error(failure(error));
    }
  };
  const nameOf = ({ subject, item }: Topic): string =>
    subject ?? (item === null ? '' : referenceLabel(item, t('gone')));
  const move = (topic: Topic, at: number, way: Way) => {
    void tryAct('moveTopic', { numero: topic.number, lugar: at + 1 + STEP[way] }).then(() =>
      setMoved({ number: topic.number, way }),
    );
  };

  return (
    <section className={styles.agenda} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {agenda.length === 0 && (
        <p className={styles.empty}>
          {t('empty')} {mayAdd && t('empty_invites')}
        </p>
      )}
      {agenda.length > 0 && (
        <ol ref={list} className={styles.topics}>
          {agenda.map((topic, at) => (
            <li key={topic.number} data-topic={topic.number} className={styles.topic}>
              <span className={`num ${styles.ordinal}`} aria-hidden>
                {at + 1}
              </span>
              <TopicText topic={topic} />
              {open.includes('moveTopic') && (
                <span className={styles.controls}>
                  {WAYS.map((way) => {
                    const Icon = ICONS[way];
                    return (
                      <ActionIcon
                        key={way}
                        variant="subtle"
                        color="gray"
                        size={28}
                        data-way={way}
                        aria-label={t(way, { name: nameOf(topic) })}
                        disabled={at + STEP[way] < 0 || at + STEP[way] >= agenda.length}
                        onClick={() => move(topic, at, way)}
                      >
                        <Icon size={15} aria-hidden />
                      </ActionIcon>
                    );
                  })}
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('remove', { name: nameOf(topic) })}
                    onClick={() => void tryAct('removeTopic', { numero: topic.number })}
                  >
                    <X size={15} aria-hidden />
                  </ActionIcon>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <span className="visually-hidden" role="status">
        {mover && t('moved', { name: nameOf(mover), place: place + 1, count: agenda.length })}
      </span>
      {mayAdd && (
        <div className={styles.adding}>
          <Button
            variant="light"
            size="xs"
            leftSection={<ListPlus size={15} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t('choose')}
          </Button>
          <OtherSubject add={(subject) => acts.actQuietly(record, 'addTopic', { asunto: subject })} />
        </div>
      )}
      {isChoosing && (
        <Suspense>
          <TopicPicker
            agenda={agenda}
            add={(item, audit) => tryAct('addTopic', { elemento: item, auditoria: audit })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

const WAYS = ['up', 'down'] as const;
type Way = (typeof WAYS)[number];
const STEP = { up: -1, down: 1 } as const;
const ICONS = { up: ArrowUp, down: ArrowDown } as const;

/** A topic's words; a finding or plan leads to its worksheet. */
function TopicText({ topic }: { readonly topic: Topic }) {
  const { t } = useTranslation('committees-web-agenda');
  const { subject, item, audit } = topic;
  if (item === null || audit === null) return <p className={styles.text}>{subject}</p>;
  if (item.name === null) {
    return (
      <p className={styles.text}>
        <span className={styles.gone}>{t('gone')}</span>
        <span className={styles.why}>{t('gone_why')}</span>
      </p>
    );
  }
  const state = followUpState.safeParse(item.details);
  const plan = `/auditorias/plan/?auditoria-id=${audit.id}`;
  return (
    <p className={styles.text}>
      <Link to={`${plan}&hoja-id=${encodeURIComponent(item.id)}`} className={styles.name}>
        {item.code !== null && <span className={`num ${styles.code}`}>{item.code}</span>} {item.name}
      </Link>
      {state.success && <FollowUpFacts state={state.data} />}
      <Link to={plan} className={styles.audit}>
        {referenceLabel(audit, '')}
      </Link>
    </p>
  );
}

/** The topics as they are now: the row of the list keeps the names and states with which it was loaded. */
function useFreshAgenda(row: CommitteeRow): readonly Topic[] {
  const { api } = useWorkspace();
  const read = useQuery({
    queryKey: ['committees', 'agenda', row.id],
    queryFn: async ({ signal }) =>
      rowFromWire(
        committee,
        await perform(api, committeeCalls().read, { params: { id: row.id } }, { signal }),
      ),
    enabled: row.agenda.some(({ item }) => item !== null),
    refetchOnMount: 'always',
  });
  return read.data?.version === row.version ? read.data.agenda : row.agenda;
}
