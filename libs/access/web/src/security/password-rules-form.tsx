import {
  accessCalls,
  LEAST_PASSWORD,
  PASSWORD_HISTORY,
  passwordRulesOffered,
  SHORTEST_PASSWORD,
  type PasswordRulesOnWire,
} from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import {
  ErrorState,
  FormMessage,
  notify,
  Section,
  TableSkeleton,
  useErrorText,
  useFaultFocus,
} from '@cotejo/ui';
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { RULES_KEY, usePasswordRules } from './use-security.ts';

/** Allowed range of the minimum length. */
const RANGE = { ...SHORTEST_PASSWORD, least: LEAST_PASSWORD };
const KINDS = ['uppercase', 'lowercase', 'number', 'special'] as const;

/** Form for the account's password rules. */
export function PasswordRulesForm() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const rules = usePasswordRules();
  return (
    <Section title={t('security.rules')} hint={t('security.rules_hint')}>
      {rules.isPending && <TableSkeleton rows={3} />}
      {rules.isError && <ErrorState text={words(rules.error)} onRetry={() => void rules.refetch()} />}
      {rules.data !== undefined && <RulesForm key={JSON.stringify(rules.data)} saved={rules.data} />}
    </Section>
  );
}

function RulesForm({ saved }: { readonly saved: PasswordRulesOnWire }) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const queries = useQueryClient();
  const [length, setLength] = useState<number | string>(saved.min_length);
  const [history, setHistory] = useState<number | string>(saved.no_reuse);
  const [kinds, setKinds] = useState(saved);
  const [isAsked, setAsked] = useState(false);
  const [isTried, setTried] = useState(false);
  const { formRef, fault, look } = useFaultFocus(null);
  const body = passwordRulesOffered.safeParse({ ...kinds, min_length: length, no_reuse: history });
  const isFaulty = (field: string): boolean =>
    isTried && (body.error?.issues ?? []).some(({ path }) => path[0] === field);
  const isChanged = !body.success || JSON.stringify(body.data) !== JSON.stringify(saved);

  return (
    <form
      ref={formRef}
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        look();
        if (body.success) setAsked(true);
      }}
    >
      <div className={layout.pair}>
        <NumberInput
          label={t('security.min_length')}
          description={t('security.min_length_hint', RANGE)}
          min={LEAST_PASSWORD}
          max={SHORTEST_PASSWORD.most}
          allowDecimal={false}
          clampBehavior="none"
          value={length}
          onChange={setLength}
          error={isFaulty('min_length') ? t('security.min_length_fault', RANGE) : undefined}
        />
        <NumberInput
          label={t('security.no_reuse')}
          description={t('security.no_reuse_hint')}
          min={0}
          max={PASSWORD_HISTORY.most}
          allowDecimal={false}
          clampBehavior="none"
          value={history}
          onChange={setHistory}
          error={isFaulty('no_reuse') ? t('security.no_reuse_fault', PASSWORD_HISTORY) : undefined}
        />
      </div>
      <Checkbox.Group
        label={t('security.composition')}
        description={t('security.composition_hint')}
        value={KINDS.filter((kind) => kinds[kind])}
        onChange={(chosen) =>
          setKinds({
            ...kinds,
            ...Object.fromEntries(KINDS.map((kind) => [kind, chosen.includes(kind)])),
          })
        }
      >
        <div className={layout.line} style={{ marginTop: 8 }}>
          {KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`security.kind.${kind}`)} />
          ))}
        </div>
      </Checkbox.Group>
      {kinds.special && (
        <TextInput
          label={t('security.special_characters')}
          maxLength={64}
          classNames={{ input: 'num' }}
          value={kinds.special_characters}
          onChange={(event) => setKinds({ ...kinds, special_characters: event.currentTarget.value })}
          error={
            isFaulty('special_characters')
              ? t('fault.required', { field: t('security.special_characters') })
              : undefined
          }
        />
      )}
      <FormMessage fault={fault} />
      <div className={layout.buttons}>
        <Button type="submit" disabled={!isChanged}>
          {t('save')}
        </Button>
      </div>
      {isAsked && body.success && (
        <ReasonDialog
          title={t('security.rules')}
          question={t('security.rules_question')}
          submit={t('save')}
          onClose={() => setAsked(false)}
          run={async (reason) => {
            await perform(api, accessCalls.account.setPasswordRules, { body: { ...body.data, ...reason } });
            notify.success(t('security.saved'));
            await queries.invalidateQueries({ queryKey: RULES_KEY });
          }}
        />
      )}
    </form>
  );
}
