import '@mantine/core/styles.layer.css';
import { Checkbox, Group, MantineProvider, Progress, Text } from '@mantine/core';
import { createElement } from 'react';
import { Tree } from 'react-arborist';
import { createRoot } from 'react-dom/client';

/**
 * A tree of `?rows=` items by the application's libraries: React, Mantine and react-arborist, without data, rules,
 * texts or router. Built like the application.
 */
const rows = Number(new URLSearchParams(location.search).get('rows'));

/** Phases of ten processes of ten steps, until there are enough. */
function makeItems(most) {
  let made = 0;
  const node = (level) => {
    const item = { id: `item-${(made += 1)}`, name: String(made) };
    const children = [];
    while (level < 3 && children.length < 10 && made < most) children.push(node(level + 1));
    return children.length > 0 ? { ...item, children } : item;
  };
  const items = [];
  while (made < most) items.push(node(1));
  return items;
}

const Row = ({ node, style }) =>
  createElement(
    'div',
    { style, 'data-item': node.id },
    createElement(
      Group,
      { wrap: 'nowrap', gap: 'xs' },
      createElement(Checkbox, { size: 'xs', 'aria-label': node.data.name }),
      createElement(Text, { size: 'sm' }, node.data.name),
      createElement(Progress, { value: 40, w: 80, 'aria-label': node.data.name }),
    ),
  );

createRoot(document.getElementById('root')).render(
  createElement(
    MantineProvider,
    null,
    createElement(
      Tree,
      { initialData: makeItems(rows), openByDefault: true, width: '100%', height: 700, rowHeight: 32 },
      Row,
    ),
  ),
);
