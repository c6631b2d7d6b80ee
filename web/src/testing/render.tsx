import { DirectionProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Order } from '@/api/gen';
import { AppTheme } from '@/app/app-theme';
import { discoverPages, frame } from '@/app/routes';
import { rememberOrder } from '@/features/order/model/order-session';
import { type StepId, stepPath } from '@/features/order/model/order-steps';
import { session } from './order';
import { serveOrder } from './server';

/** Renders the whole app at an address, with the pages of the server's routes. */
export function renderApp(address: string) {
  const router = createMemoryRouter(frame, {
    initialEntries: [encodeURI(address)],
    patchRoutesOnNavigation: discoverPages(),
  });
  render(
    <DirectionProvider>
      <AppTheme>
        <RouterProvider router={router} />
      </AppTheme>
    </DirectionProvider>,
  );
  return { router, user: userEvent.setup(), path: () => decodeURI(router.state.location.pathname) };
}

/** Renders a step of an order that this browser remembers. */
export function renderStep(order: Order, step: StepId, language: 'en' | 'ar' = 'en', search = '') {
  rememberOrder(order.id, session);
  serveOrder(order);
  return renderApp(stepPath(language, step, order.id) + search);
}
