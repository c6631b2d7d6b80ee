import { DirectionProvider } from '@mantine/core';
import { useEffect } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppTheme } from './app-theme';

export function App({ router }: { router: DataRouter }) {
  // Forms and buttons wait for this mark: see build/first.js.
  useEffect(() => {
    document.documentElement.dataset.alive = '';
  }, []);
  // The direction comes from the HTML. Mantine begins with ltr, and a later change of direction would discard
  // the prerendered HTML.
  return (
    <DirectionProvider initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <AppTheme>
        <RouterProvider router={router} />
      </AppTheme>
    </DirectionProvider>
  );
}
