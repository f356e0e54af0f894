import type { AuditDetail, TeamMemberRead } from '@cotejo/audits-contracts';
import { isReadOnly } from '@cotejo/audits-domain';
import { createChunk, latePart, useWorkspace } from '@cotejo/ui';
import { Alert, Button } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom } from '../session/session-atoms.ts';
import styles from './own-declaration.module.css';
import { undeclaredOf } from './undeclared-of.ts';

const DeclareDialog = latePart(
  createChunk(() => import('./member-dialogs.tsx')),
  (part) => part.DeclareDialog,
);

interface OwnDeclarationProps {
  readonly audit: AuditDetail;
  /** Undefined until it is read. */
  readonly team: readonly TeamMemberRead[] | undefined;
}

/** Notice to a member who still owes the declaration of independence, with the way to make it. */
export function OwnDeclaration({ audit, team }: OwnDeclarationProps) {
  const { t } = useTranslation('audits-web');
  const { me } = useWorkspace();
  const session = useAuditSession();
  const [isDeclaring, setDeclaring] = useState(false);
  useAtomValue(rightsAtom);
  const owes = undeclaredOf(team ?? []).some(({ usuario }) => usuario.id === me.id);
  if (!owes || isReadOnly(session.view)) return null;
  return (
    <>
      <Alert className={styles.notice} role="status">
        <div className={styles.words}>
          <span>{t('team.undeclared_notice')}</span>
          <Button size="xs" variant="default" onClick={() => setDeclaring(true)}>
            {t('team.declare')}
          </Button>
        </div>
      </Alert>
      {isDeclaring && <DeclareDialog audit={audit} onClose={() => setDeclaring(false)} />}
    </>
  );
}
