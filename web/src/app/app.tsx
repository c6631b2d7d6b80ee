import { DirectionProvider } from '@mantine/core';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes';
import { StaticMantine } from './static-mantine';

const router = createBrowserRouter(routes);

export function App() {
  return (
    <DirectionProvider>
      <StaticMantine>
        <RouterProvider router={router} />
      </StaticMantine>
    </DirectionProvider>
  );
}
