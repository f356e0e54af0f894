import type { LogStatus, StoreConnection } from '@cotejo/operations-contracts';
import { StatusDot, useFormat } from '@cotejo/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './log-status.module.css';

/** Facts about the log: size, last event, last seal, identity. */
export function LogFacts({ status: { at, log, seal } }: { readonly status: LogStatus }) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const figure = (value: number | null) => (value === null ? t('unknown') : format.number(value, 0));
  return (
    <dl className={styles.facts} aria-label={t('log.title')}>
      <Fact name={t('log.events')} value={figure(log.events)} />
      <Fact name={t('log.streams')} value={figure(log.streams)} />
      <Fact name={t('log.last')} value={log.last ? format.relative(log.last.recordedAt, at) : t('unknown')}>
        {log.last && (
          <>
            <span className="code" title={log.last.stream}>
              {log.last.stream}
            </span>
            <time dateTime={log.last.recordedAt}>{format.dateTime(log.last.recordedAt)}</time>
          </>
        )}
      </Fact>
      <SealFact seal={seal} at={at} />
      {log.connection && <ConnectionFact connection={log.connection} />}
      <Fact name={t('log.identity')} value={null}>
        <Identity name={t('log.store')} id={log.storeId} />
        <Identity name={t('log.incarnation')} id={log.incarnation} />
      </Fact>
    </dl>
  );
}

/** The server of the log and how this node reaches it. */
function ConnectionFact({ connection }: { readonly connection: StoreConnection }) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const { leader, alive, servers, lagMs, appends, reads, reconnections } = connection;
  const ms = (value: number) => format.number(value, value < 10 ? 1 : 0);
  const isWhole = leader !== null && alive === servers;
  const times = [
    ['connection.appends', appends],
    ['connection.reads', reads],
  ] as const;
  return (
    <Fact name={t('connection.title')} value={leader ?? t('connection.no_leader')}>
      <StatusDot
        tone={leader === null ? 'rejected' : isWhole ? 'reviewed' : 'progress'}
        label={t('connection.servers', { alive, all: servers })}
      />
      {lagMs !== null && <span>{t('connection.lag', { ms: ms(lagMs) })}</span>}
      {times.map(
        ([key, calls]) =>
          calls && <span key={key}>{t(key, { median: ms(calls.median), p95: ms(calls.p95) })}</span>,
      )}
      <span>{t('connection.reconnections', { count: reconnections })}</span>
    </Fact>
  );
}

/** Hours after which a seal is late: one is made every day. */
const SEAL_HOURS = 26;

function SealFact({ seal, at }: Pick<LogStatus, 'seal' | 'at'>) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  if (seal === null || seal.state === 'unreadable') {
    return (
      <Fact name={t('seal.title')} value={t(seal === null ? 'seal.none' : 'seal.unreadable')}>
        <span>{t(seal === null ? 'seal.none_text' : 'seal.unreadable_text')}</span>
      </Fact>
    );
  }
  const isLate = Date.parse(at) - Date.parse(seal.at) > SEAL_HOURS * 3_600_000;
  const state = seal.state === 'forged' ? 'forged' : isLate ? 'late' : 'genuine';
  return (
    <Fact name={t('seal.title')} value={format.relative(seal.at, at)}>
      <StatusDot tone={SEAL_TONE[state]} label={t(`seal.state.${state}`)} />
      <span>{t('seal.covers', { count: seal.events })}</span>
      <span className="code" title={seal.fingerprint}>
        {t('seal.key', { fingerprint: seal.fingerprint.slice(0, 16) })}
      </span>
      <time dateTime={seal.at}>{format.dateTime(seal.at)}</time>
    </Fact>
  );
}

const SEAL_TONE = { genuine: 'reviewed', late: 'progress', forged: 'rejected' } as const;

interface FactProps {
  readonly name: string;
  readonly value: string | null;
  readonly children?: ReactNode;
}

function Fact({ name, value, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        {value !== null && <span className={styles.figure}>{value}</span>}
        {children}
      </dd>
    </div>
  );
}

function Identity({ name, id }: { readonly name: string; readonly id: string }) {
  return (
    <span className={styles.identity}>
      <span>{name}</span>
      <span className={`code ${styles.whole}`}>{id}</span>
    </span>
  );
}
