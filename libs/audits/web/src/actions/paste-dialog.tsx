import { MAX_PARTS, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { allowedChildren, displayOrder } from '@cotejo/audits-domain';
import { DialogFrame } from '@cotejo/ui';
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { LinesPreview } from './lines-preview.tsx';
import { depthOf, typesOfLevels } from './paste-levels.ts';
import { hasIndents, isOutline, readLines } from './paste-lines.ts';
import { PROBE } from '../menus/plan-menu.ts';
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
    <DialogFrame
      opened
      onClose={props.onClose}
      title={node ? t('paste.title', { name: node.name }) : t('paste.title_top')}
    >
      <PasteForm {...props} />
    </DialogFrame>
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
  const [chosen, setChosen] = useState<readonly ItemType[]>(wanted ? [wanted] : []);
  const [text, setText] = useState(() => given.join('\n'));
  const [asLevels, setAsLevels] = useState<boolean | null>(null);
  const [repeated, setRepeated] = useState(false);
  const read = useDeferredValue(text);
  const isIndented = useMemo(() => hasIndents(read), [read]);
  const isNested = isIndented && (asLevels ?? isOutline(read));
  const wished = useMemo(() => (isNested ? depthOf(read) : 1), [isNested, read]);
  const levels = useMemo(
    () => typesOfLevels(view.recordType, types, chosen, wished),
    [view, types, chosen, wished],
  );
  const most = isNested ? levels.length : 1;
  const lines = useMemo(() => {
    const existing = displayOrder(view, parent).flatMap((id) => view.get(id)?.name ?? []);
    return readLines(read, { existing, repeated, levels: most });
  }, [view, parent, read, repeated, most]);
  const depth = Math.max(0, ...lines.map(({ level }) => Math.min(level, most - 1)));
  const [first] = levels;
  const type = first?.type ?? null;
  const count = lines.filter(({ fault }) => fault === null).length;
  const hasRepeated = repeated || lines.some(({ fault }) => fault === 'repeated' || fault === 'exists');
  const refusal =
    type && session.judge({ kind: 'create_item', id: PROBE, type, parent, name: t('paste.submit_none') });

  const paste = () => {
    if (type === null) return;
    const good = lines.filter(({ fault }) => fault === null);
    const result = session.pasteLines(
      parent,
      levels.map((level) => level.type),
      good,
    );
    if (!tell(result)) return;
    announce(t('paste.done', { count }));
    onClose();
    const [head] = result.ok ? result.created : [];
    if (head && result.ok) reveal(head, result.created);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        paste();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: depth === 0 ? 1 : 2 }} spacing="sm" verticalSpacing="xs">
          {levels.slice(0, depth + 1).map((level, at) => (
            <Select
              // A level is what its place says.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              label={depth === 0 ? t('paste.type') : t('paste.type_at', { level: at + 1 })}
              data={level.types.map((each) => ({
                value: each,
                label: t(`audits-contracts:itemType.${each}`),
              }))}
              value={level.type}
              onChange={(value) => {
                const found = level.types.find((each) => each === value);
                if (found) setChosen([...levels.slice(0, at).map((each) => each.type), found]);
              }}
              allowDeselect={false}
              error={at === 0 && refusal ? words(refusal) : undefined}
            />
          ))}
        </SimpleGrid>
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
        {isIndented && (
          <Checkbox
            radius="xs"
            label={t('paste.as_levels')}
            checked={isNested}
            onChange={(event) => setAsLevels(event.currentTarget.checked)}
          />
        )}
        {hasRepeated && (
          <Checkbox
            radius="xs"
            label={t('paste.repeated')}
            checked={repeated}
            onChange={(event) => setRepeated(event.currentTarget.checked)}
          />
        )}
        <LinesPreview lines={lines} types={levels.map((level) => level.type)} label={t('paste.preview')} />
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
