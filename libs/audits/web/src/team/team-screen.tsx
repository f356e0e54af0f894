import type { UserRow } from '@cotejo/access-contracts';
import { teamRole, type AuditDetail, type TeamMemberRead } from '@cotejo/audits-contracts';
import { isHandedOver, isReadOnly } from '@cotejo/audits-domain';
import { PersonAvatar, TableSkeleton, useFormat, useWorkspace } from '@cotejo/ui';
import { FindBar, NoneFound, SortHead, useFoundRows } from '@cotejo/ui/list';
import { ActionIcon, Badge, Button, Menu, Table } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { MoreHorizontal, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { peersAtom, rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { useRestingValue } from '../summary/use-resting-value.ts';
import { timePath } from '../time/time-path.ts';
import { assignedCounts } from './assigned-counts.ts';
import {
  ActivateDialog,
  AddMemberDialog,
  ChangeMemberDialog,
  DeactivateDialog,
  DeclareDialog,
  LeadDialog,
} from './member-dialogs.tsx';
import styles from './team.module.css';
import { useTeamColumns } from './use-team-columns.ts';
import { undeclaredOf } from './undeclared-of.ts';

/** Shown where nothing is planned. */
const NONE = '–';
/** Milliseconds between two counts of the tree. */
const COUNT_MS = 500;

const presentAtom = atom((get) => new Set(get(peersAtom).map(({ user }) => user.id)));

type Asked =
  | { readonly what: 'add' | 'declare' }
  | { readonly what: 'change' | 'deactivate' | 'activate' | 'lead'; readonly member: TeamMemberRead };

interface TeamScreenProps {
  readonly audit: AuditDetail;
  /** Users of the account. */
  readonly people: readonly UserRow[];
  /** Undefined until it is read. */
  readonly team: readonly TeamMemberRead[] | undefined;
}

/** Who works on an audit, with what is planned of each; it changes as others change it. */
export function TeamScreen({ team, ...props }: TeamScreenProps) {
  return <div className={styles.screen}>{team ? <Team {...props} team={team} /> : <TableSkeleton />}</div>;
}

/** Active users who can be added to the team: neither owners of action plans nor current members. */
const addable = (people: readonly UserRow[], team: readonly TeamMemberRead[]): readonly UserRow[] =>
  people.filter(
    ({ id, active, user_type: type }) =>
      active && type !== 'owner' && !team.some(({ usuario }) => usuario.id === id),
  );

interface TeamProps extends TeamScreenProps {
  readonly team: readonly TeamMemberRead[];
}

function Team({ audit, people, team }: TeamProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const session = useAuditSession();
  const { me } = useWorkspace();
  useAtomValue(rightsAtom);
  const tree = useRestingValue(useAtomValue(treeAtom), COUNT_MS);
  const counts = useMemo(() => assignedCounts(tree.rows), [tree]);
  const present = useAtomValue(presentAtom);
  const [asked, setAsked] = useState<Asked | null>(null);
  // The plan's own filter is in the same address.
  const found = useFoundRows({ rows: team, columns: useTeamColumns(counts), under: 'equipo.' });

  const isOver = isReadOnly(session.view);
  const mayEdit = session.can('plan.team__edit');
  const roles = isOver ? (['guest'] as const) : teamRole.options;
  const active = team.filter(({ esta_activo }) => esta_activo);
  const own = active.find(({ usuario }) => usuario.id === me.id);
  const undeclared = undeclaredOf(team);
  const hours = active.reduce((sum, member) => sum + member.horas_presupuestadas, 0);
  const budget = audit.horas_presupuestadas;
  const hasVisits = team.some(({ visitas }) => visitas.length > 0);
  const close = () => setAsked(null);

  return (
    <>
      <div className={styles.bar}>
        <p className={styles.sum} data-over={(budget > 0 && hours > budget) || undefined}>
          {budget > 0
            ? t('team.sum_of', { sum: format.number(hours), budget: format.hours(budget) })
            : t('team.sum', { sum: format.hours(hours) })}
          {budget > 0 && hours > budget && ` · ${t('team.over')}`}
        </p>
        {mayEdit && undeclared.length > 0 && (
          <p className={styles.sum}>{t('team.undeclared', { count: undeclared.length })}</p>
        )}
        {!mayEdit && !isOver && own && undeclared.includes(own) && (
          <p className={styles.sum}>{t('team.undeclared_own')}</p>
        )}
        <div className={styles.buttons}>
          {own && own.rol.nombre !== 'guest' && !isOver && (
            <Button variant="default" onClick={() => setAsked({ what: 'declare' })}>
              {t(own.independencia ? 'team.declare_again' : 'team.declare')}
            </Button>
          )}
          {mayEdit && (
            <Button
              leftSection={<UserPlus size={16} aria-hidden />}
              onClick={() => setAsked({ what: 'add' })}
            >
              {t('team.add')}
            </Button>
          )}
        </div>
      </div>
      <FindBar found={found} search={t('team.search')} isInside />
      {found.rows.length === 0 && found.isNarrowed && <NoneFound clear={found.clear} />}
      <div className={styles.tableBox} hidden={found.rows.length === 0 && found.isNarrowed}>
        <Table className={styles.table} highlightOnHover aria-label={t('team.title')}>
          <Table.Thead>
            <Table.Tr>
              <SortHead found={found} by="persona" />
              <SortHead found={found} by="rol" />
              <SortHead found={found} by="horas" className={styles.number} />
              <SortHead found={found} by="cargadas" className={styles.number} />
              <SortHead found={found} by="costo" className={styles.number} />
              <SortHead found={found} by="fechas" />
              {hasVisits && <SortHead found={found} by="visitas" />}
              <SortHead found={found} by="asignados" className={styles.number} />
              <SortHead found={found} by="independencia" />
              {mayEdit && <Table.Th aria-label={t('team.actions')} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.rows.map((member) => (
              <Row
                key={member.usuario.id}
                member={member}
                items={counts.get(member.usuario.id) ?? 0}
                hasVisits={hasVisits}
                isPresent={member.usuario.id === me.id || present.has(member.usuario.id)}
                mayEdit={mayEdit}
                timePath={
                  mayEdit || member.usuario.id === me.id ? timePath(audit.id, member.usuario.id) : null
                }
                isLocked={isOver && member.rol.nombre !== 'guest'}
                onAsk={setAsked}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {asked?.what === 'add' && (
        <AddMemberDialog audit={audit} people={addable(people, active)} roles={roles} onClose={close} />
      )}
      {asked?.what === 'declare' && <DeclareDialog audit={audit} onClose={close} />}
      {asked?.what === 'change' && (
        <ChangeMemberDialog audit={audit} member={asked.member} roles={roles} onClose={close} />
      )}
      {asked?.what === 'lead' && <LeadDialog audit={audit} member={asked.member} onClose={close} />}
      {asked?.what === 'activate' && <ActivateDialog audit={audit} member={asked.member} onClose={close} />}
      {asked?.what === 'deactivate' && (
        <DeactivateDialog
          audit={audit}
          member={asked.member}
          team={team}
          items={assignedCounts(tree.rows, isHandedOver).get(asked.member.usuario.id) ?? 0}
          onClose={close}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly member: TeamMemberRead;
  readonly items: number;
  /** Whether the audit has visits with members: only then is there a column of them. */
  readonly hasVisits: boolean;
  readonly isPresent: boolean;
  readonly mayEdit: boolean;
  /** Their time records; null where the reader may not see them. */
  readonly timePath: string | null;
  /** As the audit stands, nothing of them can be changed. */
  readonly isLocked: boolean;
  readonly onAsk: (asked: Asked) => void;
}

function Row({ member, items, hasVisits, isPresent, mayEdit, timePath: toTime, isLocked, onAsk }: RowProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const { usuario, rol, esta_activo: isActive, lidera, fecha_inicio, fecha_fin, independencia } = member;
  const hours = member.horas_cargadas ? format.hours(member.horas_cargadas) : NONE;
  const charged = toTime === null || hours === NONE ? hours : <Link to={toTime}>{hours}</Link>;
  const ask = (what: 'change' | 'deactivate' | 'activate' | 'lead') => () => onAsk({ what, member });
  return (
    <Table.Tr data-member={usuario.id} data-inactive={!isActive || undefined}>
      <Table.Td className={styles.whoCell}>
        <div className={styles.who}>
          <PersonAvatar
            person={{ id: usuario.id, name: usuario.name, initials: usuario.sigla }}
            size={24}
            decorative
          />
          <b>{usuario.name}</b>
          {lidera && (
            <Badge variant="light" size="sm" tt="none">
              {t('team.leads')}
            </Badge>
          )}
          {!isActive && (
            <Badge variant="light" color="gray" size="sm" tt="none">
              {t('team.inactive')}
            </Badge>
          )}
          {isActive && isPresent && <span className={styles.here}>{t('team.here')}</span>}
        </div>
      </Table.Td>
      <Table.Td className={styles.role}>{t(`audits-contracts:teamRole.${rol.nombre}`)}</Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('team.hours')}>
        {member.horas_presupuestadas === 0 ? NONE : format.hours(member.horas_presupuestadas)}
      </Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('team.charged')}>
        {charged}
      </Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('team.cost')}>
        {member.costo_presupuestado ? format.money(member.costo_presupuestado) : NONE}
      </Table.Td>
      <Table.Td className={`num ${styles.dates}`} data-label={t('team.dates')}>
        {fecha_inicio === null && fecha_fin === null
          ? NONE
          : `${format.date(fecha_inicio) || '…'} – ${format.date(fecha_fin) || '…'}`}
      </Table.Td>
      {hasVisits && (
        <Table.Td className={styles.visits} data-label={t('team.visits')}>
          {member.visitas.map(({ name }) => name).join(', ') || NONE}
        </Table.Td>
      )}
      <Table.Td className={`num ${styles.number}`} data-label={t('team.items')}>
        {format.number(items, 0)}
      </Table.Td>
      <Table.Td className={styles.declared} data-label={t('team.independence')}>
        {independencia === null ? (
          <span className={styles.soft}>{rol.nombre === 'guest' ? NONE : t('team.not_declared')}</span>
        ) : (
          <>
            {t('team.declared_on', { day: format.date(independencia.fecha) })}
            {independencia.amenazas !== null && (
              <span className={styles.threats}>
                {independencia.amenazas === ''
                  ? t('team.threats_gone')
                  : t('team.threats_are', { text: independencia.amenazas })}
              </span>
            )}
          </>
        )}
      </Table.Td>
      {mayEdit && (
        <Table.Td className={styles.action}>
          {!isLocked && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('team.actions_of', { name: usuario.name })}
                >
                  <MoreHorizontal size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {isActive && <Menu.Item onClick={ask('change')}>{t('team.change')}</Menu.Item>}
                {isActive && !lidera && rol.nombre !== 'guest' && (
                  <Menu.Item onClick={ask('lead')}>{t('team.lead')}</Menu.Item>
                )}
                {isActive && (
                  <Menu.Item color="red" onClick={ask('deactivate')}>
                    {t('team.deactivate')}
                  </Menu.Item>
                )}
                {!isActive && <Menu.Item onClick={ask('activate')}>{t('team.activate')}</Menu.Item>}
              </Menu.Dropdown>
            </Menu>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
