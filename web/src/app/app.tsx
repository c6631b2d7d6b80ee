import { DirectionProvider } from '@mantine/core';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { discoverPages, frame } from './routes';
import { StaticMantine } from './static-mantine';

const router = createBrowserRouter(frame, { patchRoutesOnNavigation: discoverPages() });

export function App() {
  return (
    <DirectionProvider>
      <StaticMantine>
        <RouterProvider router={router} />
      </StaticMantine>
    </DirectionProvider>
  );
}
