import {
  createTheme,
  defaultVariantColorsResolver,
  type ButtonProps,
  type CSSVariablesResolver,
  type InputProps,
  type MantineColorsTuple,
  type PopoverProps,
  type VariantColorsResolver,
} from '@mantine/core';
import { cssVariables, darkTokens, lightTokens, token } from './tokens.ts';

/** The accent as Mantine's ten shades; visible colours come from the tokens below. */
const blueInk: MantineColorsTuple = [
  '#e9eefc',
  '#d3dcf8',
  '#b3c2ff',
  '#91a9ff',
  '#6f8bf2',
  '#4f6cdb',
  '#3758c8',
  '#2546b5',
  '#1d3996',
  '#152a70',
];

const warmGrey: MantineColorsTuple = [
  '#f7f6f3',
  '#f1efea',
  '#e9e7e1',
  '#e5e2db',
  '#d3cfc6',
  '#8d8a83',
  '#767b85',
  '#616877',
  '#474e5d',
  '#191d27',
];

/** Used by Mantine's own dark components (menus, inputs, hovers). */
const night: MantineColorsTuple = [
  '#eceef3',
  '#b7becb',
  '#98a0af',
  '#6b7484',
  '#353d4a',
  '#272d38',
  '#1c212b',
  '#171b23',
  '#11141a',
  '#0c0f14',
];

/**
 * Action colours are the accent and danger (`color="red"`). Mantine's own "light" variant fails WCAG AA, so
 * filled, light, subtle and outline are defined here from tokens whose contrast is tested.
 */
const variants: VariantColorsResolver = (input) => {
  const danger = input.color === 'red';
  if (!danger && input.color !== undefined && input.color !== 'ink')
    return defaultVariantColorsResolver(input);
  const solid = danger ? token('status-rejected') : token('accent');
  const hover = danger ? token('danger-hover') : token('accent-hover');
  const soft = danger ? token('risk-high-soft') : token('accent-soft');
  const word = danger ? token('risk-high') : token('accent');
  const none = '1px solid transparent';
  switch (input.variant) {
    case 'filled':
      return { background: solid, hover, color: token('on-solid'), border: none };
    case 'light':
      return { background: soft, hover: soft, color: word, border: none };
    case 'subtle':
    case 'transparent':
      return { background: 'transparent', hover: soft, color: word, border: none };
    case 'outline':
      return { background: 'transparent', hover: soft, color: word, border: `1px solid ${solid}` };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Pixels of a popover that are shown however near its target is to the edge of the window. */
const LEAST_ROOM = 160;

/** A popover never makes the page longer: its dropdown scrolls what does not fit, by the rule in global.css. */
const popoverMiddlewares: PopoverProps['middlewares'] = {
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--room', `${Math.max(availableHeight, LEAST_ROOM)}px`),
  },
};

/** Pixels; `debounce` in milliseconds. */
export const TOOLTIP = { viewportMargin: 10, debounce: 50, maxWidth: 400 } as const;

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 3 },
  colors: { ink: blueInk, gray: warmGrey, dark: night },
  black: lightTokens.ink,
  white: '#ffffff',
  autoContrast: true,
  variantColorResolver: variants,
  fontFamily: '"IBM Plex Sans", Inter, system-ui, sans-serif',
  fontFamilyMonospace: '"IBM Plex Mono", ui-monospace, SFMono-Regular, monospace',
  fontSizes: { xs: '11.5px', sm: '13px', md: '14px', lg: '17px', xl: '19px' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '19px' }, h2: { fontSize: '17px' } } },
  radius: { xs: '4px', sm: '7px', md: '8px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // Plain objects: `Button.extend` would load the component with every page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Button: {
      vars: (_: unknown, { size }: ButtonProps) => ({
        root:
          size === undefined || size === 'sm'
            ? { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '13px' }
            : {},
      }),
    },
    // A list that opens on focus covers the form and the error that the focus was moved to. Multi-value fields open on
    // focus only, so they keep the default.
    Autocomplete: { defaultProps: { openOnFocus: false } },
    Select: { defaultProps: { openOnFocus: false } },
    Checkbox: { defaultProps: { iconColor: 'var(--on-solid)', radius: 'xs' } },
    Radio: { defaultProps: { iconColor: 'var(--on-solid)' } },
    Input: {
      vars: (_: unknown, { size }: InputProps) => ({
        wrapper: {
          '--input-bd': token('line-control'),
          '--input-height': size === undefined || size === 'sm' ? '34px' : undefined,
        },
      }),
    },
    Popover: { defaultProps: { middlewares: popoverMiddlewares } },
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true },
      styles: { title: { fontSize: '17px', fontWeight: 600, letterSpacing: '-0.01em' } },
    },
    Tooltip: {
      defaultProps: {
        openDelay: TOOLTIP.debounce,
        maw: TOOLTIP.maxWidth,
        multiline: true,
        middlewares: { shift: { padding: TOOLTIP.viewportMargin }, flip: true },
      },
    },
  },
});

const shared = {
  '--mantine-color-body': token('surface'),
  '--mantine-color-text': token('ink'),
  '--mantine-color-dimmed': token('ink-3'),
  '--mantine-color-placeholder': token('ink-3'),
  '--mantine-color-error': token('status-rejected'),
  '--mantine-color-anchor': token('accent'),
  '--mantine-color-default': token('surface'),
  '--mantine-color-default-hover': token('hover'),
  '--mantine-color-default-color': token('ink-2'),
  '--mantine-color-default-border': token('line-strong'),
  '--mantine-color-gray-light-hover': token('hover'),
  '--mantine-color-gray-light-color': token('ink-2'),
  '--mantine-primary-color-contrast': token('on-solid'),
};

/** Both colour schemes define the same variables; Mantine's own colours refer to them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: shared,
  light: {
    ...cssVariables(lightTokens),
    ...shared,
    '--shadow': '0 1px 2px #1a1d2712, 0 8px 28px #1a1d2714',
    '--mantine-shadow-md': '0 1px 2px #1a1d2712, 0 8px 28px #1a1d2714',
  },
  dark: {
    ...cssVariables(darkTokens),
    ...shared,
    '--shadow': '0 1px 2px #0006, 0 10px 30px #0007',
    '--mantine-shadow-md': '0 1px 2px #0006, 0 10px 30px #0007',
  },
});
