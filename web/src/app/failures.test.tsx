import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { chunkFailureOf, inTime, wordsOf } from '@/lib/http/chunk';
import { openPageAnew } from '@/lib/session';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession, signIn } from '@/testing/session';
import { activateLanguage } from './activate-language';
import { AppTheme } from './app-theme';
import { RouteError } from './route-error';

const bulk = api('/configuration/bulk-initialize');

it('says that nothing could be loaded, and offers to try again', async () => {
  server.use(http.get(bulk, () => HttpResponse.error()));
  renderApp('/en/terms');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: /Try again/ })).toBeEnabled();
});

it('goes on without menus when the refusal is -15', async () => {
  server.use(http.get(bulk, () => refuse(503, { code: -15 })));
  renderApp('/en/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
});

it('takes the configuration that came inside the page, once and in its language only', async () => {
  let asked = 0;
  server.use(http.get(bulk, () => HttpResponse.json({ asked: ++asked }, { status: 500 })));
  const { minimalSite } = await import('@/lib/site/minimal-site');
  const block = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'configuration',
    lang: 'en',
    textContent: JSON.stringify(minimalSite),
  });
  document.head.append(block);
  renderApp('/en/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  expect(asked).toBe(0);
  expect(document.getElementById('configuration')).toBeNull();
});

it.each([
  ['Failed to fetch dynamically imported module: /a.js', 'missing', 'Loading chunk failed (missing)'],
  ['Loading chunk failed (timeout)', 'timeout', 'Loading chunk failed (timeout)'],
  ['Loading chunk failed', 'error', 'Loading chunk failed (error)'],
  ['Unable to preload CSS for /a.css', 'css', 'CSS_CHUNK_LOAD_FAILED'],
] as const)('tells the part that did not come by its words: %s', (message, failure, words) => {
  expect(chunkFailureOf(new Error(message))).toBe(failure);
  expect(wordsOf(failure)).toBe(words);
});

it.each([
  ['unreached', 'Network Error'],
  ['aborted', 'Request aborted'],
  [{ timeout: 15_000 }, 'Our servers did not answer in time'],
] as const)('tells why there is no answer by its words: %o', async (silence, words) => {
  render(<ErrorNotice error={new ApiError(0, undefined, silence)} />, { wrapper: AppTheme });
  expect(await screen.findByText(new RegExp(`^${words}`))).toBeInTheDocument();
  expect(screen.getByRole('alert')).toBeVisible();
});

it('does not take another error for a missing part', () => {
  expect(chunkFailureOf(new Error('x is undefined'))).toBeUndefined();
});

it('waits for a part as long as the settings say', async () => {
  const never = new Promise<string>(() => {});
  await expect(inTime(never, 5)).rejects.toThrow('Loading chunk failed (timeout)');
  await expect(inTime(Promise.resolve('here'), 5)).resolves.toBe('here');
});

function Gone(): never {
  throw new Error('Failed to fetch dynamically imported module: /a.js');
}

it.each([
  [false, /^No Internet Connection/],
  [true, /There may be a newer version/],
])(
  'says offline that there is no connection, not that there may be a newer version (D1): %s',
  async (online, words) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    await activateLanguage('en');
    const router = createMemoryRouter([{ path: '*', element: <Gone />, errorElement: <RouteError /> }]);
    render(<RouterProvider router={router} />, { wrapper: AppTheme });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText('A part of this page did not load') !== null).toBe(online);
  },
);

describe('a session that cannot be had at the start (AUTH-1)', () => {
  it.each(['login', 'quick-login', 'registration', 'reset-password'])(
    'stops %s, with another try',
    async (path) => {
      server.use(http.post(api('/auth/device'), () => refuse(503, { message: 'Not available right now' })));
      const { user } = renderApp(`/en/${path}`);
      expect(await screen.findByRole('heading', { name: 'We could not get started' })).toBeVisible();
      expect(screen.getByRole('alert')).toHaveTextContent('Not available right now');
      serveSession();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByText('We could not get started')).toBeNull());
    },
  );

  it('stops a page for members, with another try', async () => {
    await signIn();
    openPageAnew();
    server.use(http.get(api('/users/current'), () => refuse(500, { message: 'Not available right now' })));
    const { user } = renderApp('/en/profile');
    expect(await screen.findByRole('alert')).toHaveTextContent('Not available right now');
    serveSession();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('main@selfcare.example')).toBeVisible();
  });

  it('does not stop a page that needs no session', async () => {
    let asked = 0;
    server.use(
      http.post(api('/auth/device'), () => {
        asked += 1;
        return refuse(503, {});
      }),
    );
    renderApp('/en/terms');
    expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
    expect(asked).toBe(0);
  });
});
