import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetRefusal } from '../fields/use-value.ts';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { ListedCard } from './listed-card.tsx';
import styles from './lists.module.css';
import { useListed, type ListKind } from './use-listed.ts';

/** A worksheet's list as reorderable cards; `children` renders an entry's content. */
export function CardList({
  kind,
  children,
}: {
  readonly kind: ListKind;
  readonly children: (id: string) => ReactNode;
}) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const { announce } = useWorksheetHost();
  const { entries, add, move, remove } = useListed(kind);
  const isLocked = useWorksheetRefusal() !== null;
  const [fresh, setFresh] = useState<string | null>(null);
  return (
    <section className={styles.list} data-wide data-field={`${kind}s`}>
      <h3 className={styles.title}>
        {t(`worksheets-contracts:list.${kind}s`)}{' '}
        {entries.length > 0 && <span className={`${styles.count} num`}>{entries.length}</span>}
      </h3>
      {entries.length === 0 && <p className={styles.empty}>{t(`worksheets-web:list.${kind}.empty`)}</p>}
      <ol className={styles.cards}>
        {entries.map(({ id }, at) => (
          <ListedCard
            {...{ kind, id, at, isLocked, move, remove }}
            key={id}
            count={entries.length}
            isFresh={id === fresh}
          >
            {children(id)}
          </ListedCard>
        ))}
      </ol>
      {!isLocked && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => {
            const added = add();
            if (added === null) return;
            setFresh(added);
            announce(t(`worksheets-web:list.${kind}.added`));
          }}
        >
          {t(`worksheets-web:list.${kind}.add`)}
        </Button>
      )}
    </section>
  );
}
