import { Button } from '@mantine/core';
import styles from './row-grid.module.css';

/** What one row offers beside being opened; the words are translated already. */
export interface RowAct {
  readonly label: string;
  /** Says of which row, for screen readers; the label where it is missing. */
  readonly name?: string;
  /** Quiet among the rows: its confirmation is what has the colour of danger. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** The last cell of a row. Its button does not open the row. */
export function RowActCell({ act }: { readonly act: RowAct | null }) {
  return (
    <div role="gridcell" className={styles.act}>
      {act !== null && (
        <Button
          variant="default"
          size="compact-sm"
          {...(act.isDanger === true && { color: 'gray', variant: 'subtle', className: styles.quiet ?? '' })}
          {...(act.name !== undefined && { 'aria-label': act.name })}
          disabled={act.isDisabled === true}
          onClick={(event) => {
            event.stopPropagation();
            act.run();
          }}
        >
          {act.label}
        </Button>
      )}
    </div>
  );
}
