import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { MessageKey } from '@/api/gen-failures';
import { ApiError } from '@/api/problem';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { loadNamespaces } from '@/i18n';
import { minimalSite } from '@/lib/site/minimal-site';
import { learnSite, siteIn } from '@/lib/site/site';
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
  render(<RouterProvider router={router} />, { wrapper: AppTheme });
  await screen.findByRole('alert');
}

it.each<[string, number, MessageKey, string]>([
  ['a refusal that sends there, with the order', 422, 'id_blocked', '/en/help?order=SC-12345678'],
  [
    'trouble of the server, with its number',
    503,
    'something_went_wrong',
    '/en/help?order=SC-12345678&error=0af7651916cd43dd',
  ],
])('leads to support from %s (APP-7)', async (_, status, messageKey, href) => {
  await show(status, messageKey);
  expect(await screen.findByRole('link', { name: 'Support' })).toHaveAttribute('href', href);
});

it('offers the phone number beside a refusal that sends to support', async () => {
  await siteIn('en');
  learnSite('en', { ...minimalSite, settings: { ...minimalSite.settings, supportPhone: '920000000' } });
  await show(422, 'id_blocked');
  const call = await screen.findByRole('link', { name: 'Call support: 920000000' });
  expect(call).toHaveAttribute('href', 'tel:920000000');
});

it.each([
  ['the answer of a proxy', new ApiError(502), 'Something went wrong on our side.'],
  ['a part of the page', new Error('Loading chunk failed (timeout)'), 'Something went wrong on our side.'],
  ['a late answer', new ApiError(0, undefined, { timeout: 15_000 }), 'Our servers did not answer in time.'],
  ['no connection', new ApiError(0, undefined, 'unreached'), 'Network Error'],
])('shows no code, no part and no milliseconds: %s', async (_, error, words) => {
  await siteIn('en');
  await activateLanguage('en');
  await loadNamespaces('shell');
  render(<ErrorNotice error={error} />, { wrapper: AppTheme });
  const notice = screen.getByRole('alert');
  expect(notice).toHaveTextContent(words);
  expect(notice).not.toHaveTextContent(/chunk|\d/i);
});

it('ErrorNotice_ExceptionOfThePage_ShowsNoRawText', async () => {
  await siteIn('en');
  await activateLanguage('en');
  render(<ErrorNotice error={new TypeError('String contains non ISO-8859-1 code point.')} />, {
    wrapper: AppTheme,
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on our side.');
  expect(screen.queryByText(/ISO-8859/)).toBeNull();
});

it('shows the message of the server in place of the raw error', async () => {
  await show(422, 'number_taken');
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  expect(screen.queryByText(/HTTP/)).toBeNull();
});

it('offers no support link for a refusal that the customer can correct', async () => {
  await show(422, 'number_taken');
  expect(screen.queryByRole('link')).toBeNull();
});
