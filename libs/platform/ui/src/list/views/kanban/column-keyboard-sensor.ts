import { KeyboardSensor } from '@dnd-kit/react';

const HERE = { x: 0, y: 0 };

/**
 * Keyboard dragging between columns: Space lifts and drops a card, Escape cancels, arrows move to the
 * adjacent column. The library's own sensor moves by pixels, which takes dozens of key presses per column.
 */
export class ColumnKeyboardSensor extends KeyboardSensor {
  protected override handleMove(direction: 'up' | 'down' | 'left' | 'right', event: KeyboardEvent): void {
    event.preventDefault();
    if (direction === 'up' || direction === 'down') return;
    const columns = [...this.manager.registry.droppables]
      .flatMap((droppable) => (droppable.element ? [{ id: droppable.id, element: droppable.element }] : []))
      .sort((a, b) =>
        a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      );
    const { source, target } = this.manager.dragOperation;
    const over = columns.findIndex(({ id }) => id === target?.id);
    // Before its first move a card is over no column: it starts from its own.
    const at =
      over >= 0 ? over : columns.findIndex(({ element }) => element.contains(source?.element ?? null));
    const next = columns[at + (direction === 'left' ? -1 : 1)];
    if (!next) return;
    next.element.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    const box = next.element.getBoundingClientRect();
    this.manager.actions.move({
      event,
      to: box.width > 0 ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : HERE,
    });
    void this.manager.actions.setDropTarget(next.id);
  }
}
