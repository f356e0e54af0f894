import { MAX_PARTS, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { allowedChildren, displayOrder } from '@cotejo/audits-domain';
import { Button, Checkbox, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../form-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { LinesPreview } from './lines-preview.tsx';
import { readLines } from './paste-lines.ts';
import { PROBE } from './plan-menu.ts';
import { useLiveView } from './use-live-view.ts';

export interface PasteDialogProps {
  readonly parent: ItemId | null;
  readonly lines: readonly string[];
  readonly type?: ItemType | undefined;
  readonly onClose: () => void;
}

/** Creates several items from pasted text, one per line, with a preview. */
export function PasteDialog(props: PasteDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const node = props.parent === null ? undefined : session.view.get(props.parent);
  return (
    <FormDialog
      opened
      onClose={props.onClose}
      title={node ? t('paste.title', { name: node.name }) : t('paste.title_top')}
    >
      <PasteForm {...props} />
    </FormDialog>
  );
}

function PasteForm({ parent, lines: given, type: wanted, onClose }: PasteDialogProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, tell, reveal, announce } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const types = useMemo(
    () => allowedChildren(view.recordType, parent === null ? null : (view.get(parent)?.type ?? null)),
    [view, parent],
  );
  const [type, setType] = useState<ItemType | null>(wanted ?? types[0] ?? null);
  const [text, setText] = useState(() => given.join('\n'));
  const [repeated, setRepeated] = useState(false);
  const read = useDeferredValue(text);
  const lines = useMemo(() => {
    const existing = displayOrder(view, parent).flatMap((id) => view.get(id)?.name ?? []);
    return readLines(read, { existing, repeated });
  }, [view, parent, read, repeated]);
  const count = lines.filter(({ fault }) => fault === null).length;
  const hasRepeated = repeated || lines.some(({ fault }) => fault === 'repeated' || fault === 'exists');
  const refusal =
    type && session.judge({ kind: 'create_item', id: PROBE, type, parent, name: t('paste.submit_none') });

  const paste = () => {
    if (type === null) return;
    const good = lines.filter(({ fault }) => fault === null);
    const result = session.pasteLines(parent, type, good);
    if (!tell(result)) return;
    announce(t('paste.done', { count }));
    onClose();
    const [first] = result.ok ? result.created : [];
    if (first) requestAnimationFrame(() => reveal(first));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        paste();
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('paste.type')}
          data={types.map((each) => ({ value: each, label: t(`audits-contracts:itemType.${each}`) }))}
          value={type}
          onChange={(value) => setType(types.find((each) => each === value) ?? null)}
          allowDeselect={false}
          error={refusal ? words(refusal) : undefined}
        />
        <Textarea
          label={t('paste.lines')}
          description={t('paste.hint', { most: MAX_PARTS })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={4}
          maxRows={10}
          data-autofocus
        />
        {hasRepeated && (
          <Checkbox
            radius="xs"
            label={t('paste.repeated')}
            checked={repeated}
            onChange={(event) => setRepeated(event.currentTarget.checked)}
          />
        )}
        <LinesPreview lines={lines} label={t('paste.preview')} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {t('paste.count', { count })}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('create.cancel')}
            </Button>
            <Button type="submit" disabled={count === 0 || type === null || refusal !== null}>
              {count === 0 ? t('paste.submit_none') : t('paste.submit', { count })}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
