import { DOCUMENT_FORMATS, type DocumentFormat } from '@cotejo/documents';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

export interface FormatMenuProps {
  readonly onPick: (format: DocumentFormat) => void;
  /** The button that opens it. */
  readonly children: ReactElement;
}

/** The formats in which a document can be written. */
export function FormatMenu({ onPick, children }: FormatMenuProps) {
  const { t } = useTranslation('ui');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {DOCUMENT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => onPick(format)}>
            {t(`list.format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
