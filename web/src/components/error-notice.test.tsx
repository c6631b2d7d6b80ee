import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { MessageKey } from '@/api/gen-failures';
import { ApiError } from '@/api/problem';
import { activateLanguage } from '@/app/activate-language';
import { StaticMantine } from '@/app/static-mantine';
import { siteIn } from '@/lib/site/site';
import { problem } from '@/testing/server';
import { ErrorNotice } from './error-notice';
import { OrderAtHand } from './support/order-at-hand';

async function show(status: number, messageKey: MessageKey) {
  await siteIn('en');
  await activateLanguage('en');
  const error = new ApiError(status, problem({ messageKey, traceId: '0af7651916cd43dd' }));
  const element = (
    <OrderAtHand value="SC-12345678">
      <ErrorNotice error={error} />
    </OrderAtHand>
  );
  const router = createMemoryRouter([{ path: '/:lang', element }], { initialEntries: ['/en'] });
  render(<RouterProvider router={router} />, { wrapper: StaticMantine });
  await screen.findByRole('alert');
}

it.each([
  ['a refusal that sends there, with the order', 422, 'id_blocked', '/en/help?order=SC-12345678'],
  [
    'trouble of the server, with its number',
    503,
    'internal',
    '/en/help?order=SC-12345678&error=0af7651916cd43dd',
  ],
])('leads to support from %s (APP-7)', async (_, status, messageKey, href) => {
  await show(status, messageKey);
  expect(await screen.findByRole('link', { name: 'Support' })).toHaveAttribute('href', href);
});

it('leads nowhere from a refusal that the customer mends', async () => {
  await show(422, 'invalid_input');
  expect(screen.queryByRole('link')).toBeNull();
});
