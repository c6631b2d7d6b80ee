import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import button from '@/components/button.module.css';
import fields from '@/components/fields.module.css';
import { theme } from '@/theme';

const components = {
  Button: { classNames: button },
  // A box with the radius of other inputs looks like a radio button.
  Checkbox: { defaultProps: { radius: 'xs' } },
  Input: { classNames: { input: fields.input } },
  InputWrapper: { classNames: fields },
};
const themeWithLooks = { ...theme, components };

const root = () => document.documentElement;

/**
 * MantineProvider without its style tags at run time: the theme's variables are in a stylesheet made at build
 * time. The content security policy then needs no 'unsafe-inline', and the first page does not load the
 * generator of the variables.
 */
export function StaticMantine({ children }: { children: ReactNode }) {
  const [manager] = useState(() => localStorageColorSchemeManager({ key: 'selfcare.colours' }));
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager,
    getRootElement: root,
  });
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement: root,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: false,
      }}
    >
      <MantineThemeProvider theme={themeWithLooks}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
