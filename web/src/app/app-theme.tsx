import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import button from '@/components/button.module.css';
import fields from '@/components/fields.module.css';
import { makeTheme } from '@/theme';

const components = {
  Button: { classNames: button },
  // A box with the radius of other inputs looks like a radio button.
  Checkbox: { defaultProps: { radius: 'xs' } },
  Input: { classNames: { input: fields.input } },
  InputWrapper: { classNames: fields },
};
const themeWithLooks = { ...makeTheme(__PALETTE__), components };
const colourChoice = localStorageColorSchemeManager({ key: 'selfcare.colours' });

/**
 * Mantine with our theme. Mantine writes no `<style>`, because the content policy is `style-src 'self'`:
 * `build/theme-css.ts` writes the theme's variables to a stylesheet when the app is built.
 */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={themeWithLooks}
      defaultColorScheme="auto"
      colorSchemeManager={colourChoice}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
