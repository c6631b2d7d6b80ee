import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const violet: MantineColorsTuple = [
  '#f3f1ff',
  '#e4dfff',
  '#c8bfff',
  '#a99bfc',
  '#8d7bf5',
  '#7361ec',
  '#5d4ae0',
  '#4a38c4',
  '#3b2ba3',
  '#291d78',
];

/** Ink with a little violet, so that dark surfaces match the accent. */
const dark: MantineColorsTuple = [
  '#efecf7',
  '#c9c4d8',
  '#aaa4bb',
  '#8d86a0',
  '#6f6884',
  '#3a344c',
  '#221e2e',
  '#1d1a27',
  '#14121b',
  '#0e0c14',
];

/** The theme has one accent colour, one typeface for both scripts and large radii. */
export const theme = createTheme({
  colors: { violet, dark },
  primaryColor: 'violet',
  primaryShade: { light: 7, dark: 5 },
  fontFamily: "'IBM Plex Sans Arabic', 'Plex Fallback', system-ui, sans-serif",
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '18px', xl: '28px' },
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
});

/**
 * Surfaces are a warm sand in light mode and a deep ink in dark mode; text contrast stays above 4.5 on each.
 */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbf9f6',
    '--mantine-color-text': '#1d1a2b',
    '--mantine-color-dimmed': '#615c70',
    '--mantine-color-placeholder': '#746f82',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#4a38c4',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#96201a',
    '--mantine-color-red-light-color': '#b3261e',
    '--mantine-color-default-border': '#d9d4e0',
    // Borders of inputs: a contrast of three to one against their surface.
    '--mantine-color-gray-4': '#8f899b',
    '--surface': '#ffffff',
    '--surface-sunken': '#f3f0ec',
    '--surface-accent': '#f3f1ff',
    '--line': '#e8e3dd',
    '--line-strong': '#8a8496',
    '--accent-text': '#4a38c4',
    '--positive': '#146c43',
    '--positive-surface': '#e7f5ec',
    '--warning': '#8a4b00',
    '--warning-surface': '#fff3df',
    '--negative': '#b3261e',
    '--negative-surface': '#fdeceb',
  },
  dark: {
    '--mantine-color-body': '#14121b',
    '--mantine-color-text': '#efecf7',
    '--mantine-color-dimmed': '#aaa4bb',
    '--mantine-color-placeholder': '#918ba3',
    '--mantine-color-error': '#ff9b93',
    '--mantine-color-anchor': '#b3a6ff',
    '--mantine-color-red-filled': '#c2352c',
    '--mantine-color-red-filled-hover': '#a82c24',
    '--mantine-color-red-light-color': '#ff9b93',
    '--mantine-color-default': '#1d1a27',
    '--mantine-color-default-hover': '#27233a',
    '--mantine-color-default-border': '#453f58',
    '--mantine-color-violet-light': '#2c2550',
    '--mantine-color-violet-light-hover': '#372e63',
    '--mantine-color-violet-light-color': '#d3cbff',
    '--surface': '#1d1a27',
    '--surface-sunken': '#191622',
    '--surface-accent': '#262041',
    '--line': '#322d42',
    '--line-strong': '#7d768f',
    '--accent-text': '#b9adff',
    '--positive': '#7fd6a4',
    '--positive-surface': '#15291f',
    '--warning': '#ffc475',
    '--warning-surface': '#33240f',
    '--negative': '#ff9b93',
    '--negative-surface': '#391a1a',
  },
});
