import type { PresentPerson } from '@cotejo/audits-contracts';
import { AvatarStack } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { itemPath, planPath } from '../list/plan-path.ts';
import { fieldKey, type FieldTitle } from './field-key.ts';
import styles from './who-is-in.module.css';

interface WhoIsInProps {
  readonly audit: { readonly id: string; readonly nombre: string };
  readonly people: readonly PresentPerson[];
  readonly fieldTitle?: FieldTitle | undefined;
}

/** Users present in an audit, with their positions on hover and a link to a shared position. */
export function WhoIsIn({ audit, people, fieldTitle }: WhoIsInProps) {
  const { t } = useTranslation('audits-web');
  const navigate = useNavigate();
  const [first] = people;
  if (!first) return null;
  const whereIs = ({ item, campo }: PresentPerson): string => {
    if (!item) return t('summary.in_plan');
    const key = fieldKey(campo, fieldTitle);
    return [[item.codigo, item.nombre].filter(Boolean).join(' '), key && t(key)].filter(Boolean).join(' · ');
  };
  const avatars = people.map((one) => ({
    id: one.usuario.id,
    name: one.usuario.name,
    initials: one.usuario.sigla,
    detail: whereIs(one),
  }));
  // Linked only when all of them are on the same item.
  const { item } = first;
  const isOnePlace = item !== null && people.every((one) => one.item?.id === item.id);
  const open = ({ id }: { readonly id: string }) => {
    const place = people.find(({ usuario }) => usuario.id === id)?.item;
    void navigate(place ? itemPath(audit.id, place.id) : planPath(audit.id));
  };
  return (
    <div className={styles.who}>
      <AvatarStack
        people={avatars}
        max={3}
        size={22}
        label={t('list.who_in', { name: audit.nombre })}
        onOpen={open}
      />
      {isOnePlace && (
        <Link to={itemPath(audit.id, item.id)} className={styles.place} title={whereIs(first)}>
          {item.codigo ?? item.nombre}
        </Link>
      )}
    </div>
  );
}
