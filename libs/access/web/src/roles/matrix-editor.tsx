import type { PermissionMatrix } from '@cotejo/access-contracts';
import { NativeSelect } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesOf, effectOf, MODULES, saidOf, say, type CellSetting } from './edit-matrix.ts';
import { findPermissions, type FoundModule } from './find-permissions.ts';
import styles from './roles.module.css';

interface Edited {
  readonly saved: PermissionMatrix;
  readonly draft: PermissionMatrix;
  readonly onDraft: (draft: PermissionMatrix) => void;
  readonly readOnly: boolean;
}

export interface MatrixEditorProps extends Edited {
  /** Search text that filters the matrix; empty = all. */
  readonly find: string;
}

/** Permission matrix of a role by module: each key with its choices, inherited settings and effective permission. */
export function MatrixEditor({ find, ...edited }: MatrixEditorProps) {
  const { t } = useTranslation('access-web');
  const isSearching = find.trim() !== '';
  const found = useFoundPermissions(find);
  return (
    <>
      {!isSearching && (
        <div className={styles.module}>
          <ul className={styles.rows}>
            <MatrixRow name="*" label={t('matrix.everything')} {...edited} />
          </ul>
        </div>
      )}
      {found.map((each) => (
        <ModuleRows key={each.module.name} found={each} isSearching={isSearching} {...edited} />
      ))}
    </>
  );
}

/** Modules and keys that match a search in the translated names. */
export function useFoundPermissions(find: string): readonly FoundModule[] {
  const { t } = useTranslation('access-web');
  return useMemo(
    () =>
      findPermissions(MODULES, find, {
        module: (name) => t(`module.${name}`),
        permission: (key) => t(`permission.${key}`),
      }),
    [find, t],
  );
}

interface ModuleRowsProps extends Edited {
  readonly found: FoundModule;
  readonly isSearching: boolean;
}

function ModuleRows({ found: { module, keys, isWhole }, isSearching, ...edited }: ModuleRowsProps) {
  const { t } = useTranslation('access-web');
  const [isOpen, setOpen] = useState(false);
  const granted = module.keys.filter((key) => effectOf(edited.draft, key) !== 'none').length;
  const name = t(`module.${module.name}`);
  return (
    <details
      className={styles.module}
      // Modules with matches are expanded during a search; their state before it is kept.
      open={isSearching || isOpen}
      onToggle={(event) => {
        if (!isSearching) setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <ChevronRight size={15} aria-hidden />
        <span className={styles.moduleName}>{name}</span>
        <span className={styles.roleFacts}>
          {t('matrix.granted', { granted, total: module.keys.length })}
        </span>
      </summary>
      <ul className={styles.rows}>
        {isWhole && module.keys.length > 1 && (
          <MatrixRow name={module.wildcard} label={t('matrix.whole_module', { module: name })} {...edited} />
        )}
        {keys.map((key) => (
          <MatrixRow key={key} name={key} label={t(`permission.${key}`)} {...edited} />
        ))}
      </ul>
    </details>
  );
}

interface MatrixRowProps extends Edited {
  readonly name: string;
  readonly label: string;
}

const MatrixRow = memo(
  function MatrixRow({ name, label, saved, draft, onDraft, readOnly }: MatrixRowProps) {
    const { t } = useTranslation('access-web');
    const said = saidOf(draft, name);
    const isWildcard = name.endsWith('*');
    const effect = effectOf(draft, name);
    const above = effectOf(say(draft, name, 'inherited'), name);
    const options = [
      {
        value: 'inherited',
        label: name === '*' ? t('matrix.unsaid') : t('matrix.inherited', { effect: t(`effect.${above}`) }),
      },
      { value: 'none', label: t('effect.none') },
      ...choicesOf(name).map((choice) => ({ value: choice, label: t(`effect.${choice}`) })),
      // The editor cannot create mixed conditions; existing ones are shown and can be replaced.
      ...(said === 'mixed' ? [{ value: 'mixed', label: t('effect.mixed'), disabled: true }] : []),
    ];
    return (
      <li
        className={styles.row}
        data-wildcard={isWildcard || undefined}
        data-changed={saidOf(saved, name) !== said || undefined}
      >
        <span className={styles.label}>{label}</span>
        <NativeSelect
          aria-label={label}
          data={options}
          value={said}
          disabled={readOnly}
          onChange={(event) => onDraft(say(draft, name, event.currentTarget.value as CellSetting))}
        />
        <span className={styles.effect} data-none={effect === 'none' || undefined}>
          {isWildcard ? '' : t('matrix.holds', { effect: t(`effect.${effect}`) })}
        </span>
      </li>
    );
  },
  // Skips unchanged rows: the matrix has ninety.
  (one, other) =>
    one.name === other.name &&
    one.label === other.label &&
    one.readOnly === other.readOnly &&
    one.draft === other.draft &&
    one.saved === other.saved,
);
