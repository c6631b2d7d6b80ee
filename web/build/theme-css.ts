import {
  type CSSVariablesResolver,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineThemeOverride,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';

const moduleId = 'virtual:theme.css';
type Variables = Record<string, string>;

const changed = (now: Variables, before: Variables) =>
  Object.entries(now)
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/**
 * Returns the theme's variables as a stylesheet, so that the page needs no style tag and the policy no
 * 'unsafe-inline'.
 */
export function themeStylesheet(theme: MantineThemeOverride, own: CSSVariablesResolver): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const before = defaultCssVariablesResolver(DEFAULT_THEME);
  const now = defaultCssVariablesResolver(merged);
  const extra = own(merged);
  const all = changed({ ...now.variables, ...extra.variables }, before.variables);
  const light = changed({ ...now.light, ...extra.light }, before.light);
  const dark = changed({ ...now.dark, ...extra.dark }, before.dark);
  return [
    `:root{${all}}`,
    `:root[data-mantine-color-scheme='light']{${light}}`,
    `:root[data-mantine-color-scheme='dark']{${dark}}`,
  ].join('\n');
}

/** Serves `virtual:theme.css`. */
export function themeCss(theme: MantineThemeOverride, own: CSSVariablesResolver): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load: (id) => (id === `\0${moduleId}` ? themeStylesheet(theme, own) : undefined),
  };
}
