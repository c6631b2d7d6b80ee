import { DirectionProvider } from '@mantine/core';
import { useEffect } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { StaticMantine } from './static-mantine';

export function App({ router }: { router: DataRouter }) {
  // Forms and buttons wait for this: see build/first.js.
  useEffect(() => {
    document.documentElement.dataset.alive = '';
  }, []);
  // As the HTML has it: a direction that is only found out later throws away what was written at build (Mantine begins with ltr).
  return (
    <DirectionProvider initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <StaticMantine>
        <RouterProvider router={router} />
      </StaticMantine>
    </DirectionProvider>
  );
}
