import type { RiskProfile } from '@cotejo/audits-contracts';
import { Textarea } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEvaluation } from '../evaluations/evaluation-path.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { rightsAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { useAnnounceField } from '../worksheets/worksheet-presence.tsx';
import styles from './item-panel.module.css';

const NO_PROFILE: RiskProfile = { general: null, specific: [], factors: [], objectives: [] };

/** Text of a profile's part, one line per phrase. */
export const textOf = (profile: RiskProfile, part: keyof RiskProfile): string => {
  const value = profile[part];
  return Array.isArray(value) ? value.join('\n') : (value ?? '');
};

/** The profile with one part replaced by edited text; empty lines are dropped. */
export function withText(profile: RiskProfile, part: keyof RiskProfile, text: string): RiskProfile {
  const phrases = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (part === 'general') return { ...profile, general: phrases.join(' ') || null };
  return { ...profile, [part]: phrases };
}

const PARTS = ['general', 'specific', 'factors', 'objectives'] as const;

/**
 * Fields of a risk profile. Risks of evaluations and libraries always show them; others only when they were
 * copied with a profile.
 */
export function RiskProfileFields({ row }: { readonly row: TreeRow }) {
  const { session } = usePlan();
  if (row.node.type !== 'risk') return null;
  if (!isEvaluation(session.view.recordType) && row.node.risk === undefined) return null;
  return (
    <div className={styles.profile}>
      {PARTS.map((part) => (
        <ProfileField key={part} row={row} part={part} />
      ))}
    </div>
  );
}

function ProfileField({ row, part }: { readonly row: TreeRow; readonly part: keyof RiskProfile }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  const words = useRejectionText();
  useAtomValue(rightsAtom);
  const inField = useAnnounceField(`risk.${part}`);
  /** Text being edited; null = the stored text is shown and follows changes by other users. */
  const [draft, setDraft] = useState<string | null>(null);
  const stored = row.node.risk ?? NO_PROFILE;
  const refusal = session.judge({ kind: 'describe_risk', id: row.id, risk: stored });
  const keep = () => {
    if (draft === null) return;
    // The current profile, so that other parts changed meanwhile by other users are kept.
    const now = session.view.get(row.id)?.risk ?? NO_PROFILE;
    const risk = withText(now, part, draft);
    const isSame = textOf(risk, part) === textOf(now, part);
    if (isSame || act({ kind: 'describe_risk', id: row.id, risk })) setDraft(null);
  };
  return (
    <Textarea
      wrapperProps={{ 'data-field': `risk.${part}` }}
      label={t(`panel.risk.${part}`)}
      {...(part === 'general' ? {} : { description: t('panel.risk.one_a_line') })}
      autosize
      minRows={part === 'general' ? 1 : 2}
      maxRows={10}
      readOnly={refusal !== null}
      title={refusal ? words(refusal) : undefined}
      value={draft ?? textOf(stored, part)}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={inField.onFocus}
      onBlur={() => {
        inField.onBlur();
        keep();
      }}
    />
  );
}
