import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type brand from './brand/brand.json';

/** The operator's colours in both schemes, mark and drawn scenes. */
export type Brand = typeof brand;

/** The theme has one accent colour and large radii. Its typeface is one of the variables, which only the build needs. */
export const makeTheme = ({ accent, ink }: Pick<Brand, 'accent' | 'ink'>) =>
  createTheme({
    colors: {
      violet: accent as unknown as MantineColorsTuple,
      dark: ink as unknown as MantineColorsTuple,
    },
    primaryColor: 'violet',
    primaryShade: { light: 7, dark: 5 },
    defaultRadius: 'md',
    radius: { xs: '6px', sm: '8px', md: '12px', lg: '18px', xl: '28px' },
    headings: { fontWeight: '600' },
    cursorType: 'pointer',
  });

/** Fonts of the device that stand in for the typeface until it has come (app/fonts/fonts.css). */
const standIns = ['roboto', 'arial', 'naskh', 'noto', 'dejavu'].map((font) => `'Plex by ${font}'`);
const typeface = `'IBM Plex Sans Arabic', ${standIns.join(', ')}, system-ui, sans-serif`;

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns a scheme's colours as the variables of our styles and of Mantine. */
function variablesOf(colours: Brand['light']): Record<string, string> {
  const own = Object.entries(colours).map(([name, colour]) => [`--${dashed(name)}`, colour]);
  return {
    ...Object.fromEntries(own),
    '--mantine-color-body': colours.page,
    '--mantine-color-text': colours.text,
    '--mantine-color-dimmed': colours.quietText,
    '--mantine-color-placeholder': colours.placeholder,
    '--mantine-color-error': colours.negative,
    '--mantine-color-anchor': colours.accentText,
    '--mantine-color-red-filled': colours.danger,
    '--mantine-color-red-filled-hover': colours.dangerHover,
    '--mantine-color-red-light-color': colours.negative,
  };
}

/** Surfaces are a warm sand in light mode and a deep ink in dark mode. The build refuses colours without contrast. */
export const makeVariables =
  ({ light, dark }: Brand): CSSVariablesResolver =>
  () => ({
    variables: {
      '--mantine-font-family': typeface,
      '--mantine-font-family-headings': typeface,
    },
    light: {
      ...variablesOf(light),
      '--mantine-color-default-border': light.border,
      '--mantine-color-gray-4': light.fieldLine,
    },
    dark: {
      ...variablesOf(dark),
      '--mantine-color-default': dark.surface,
      '--mantine-color-default-hover': dark.surfaceAccent,
      '--mantine-color-default-border': dark.border,
      '--mantine-color-violet-light': dark.surfaceAccent,
      '--mantine-color-violet-light-hover': dark.line,
      '--mantine-color-violet-light-color': dark.accentText,
    },
  });
