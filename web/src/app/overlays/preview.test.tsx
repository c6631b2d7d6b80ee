import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';
import { endPreview, previewToken } from '@/lib/site/preview';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serveSite, siteRoutes } from '@/testing/site';

const secret = 'a-secret-of-a-link-that-is-long-enough';

beforeEach(() => history.replaceState(null, '', `/?preview=${secret}`));
afterEach(() => {
  history.replaceState(null, '', '/');
  endPreview();
  vi.restoreAllMocks();
});

it('asks for the content of the preview, says so, and is left with one click', async () => {
  serveSite();
  const asked: (string | null)[] = [];
  server.use(
    http.get(api('/configuration/bulk-initialize'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('preview'));
      return HttpResponse.json({ ...minimalSite, routes: siteRoutes('en') });
    }),
    http.get(api('/content/pages/about'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('preview'));
      return undefined;
    }),
  );
  const { user } = renderApp('/en/about');
  expect(await screen.findByText(/content that is not in force yet/)).toBeVisible();
  expect(asked).toEqual([secret, secret]);
  history.replaceState(null, '', '/');
  expect(previewToken(), 'kept for this tab').toBe(secret);
  const assign = vi.fn();
  vi.stubGlobal('location', { ...location, assign, pathname: '/en/about', search: '' });
  await user.click(screen.getByRole('button', { name: 'Leave the preview' }));
  expect(assign).toHaveBeenCalledWith('/en/about');
  expect(previewToken()).toBeUndefined();
  vi.unstubAllGlobals();
});

it('shows the content in force once the preview has expired', async () => {
  serveSite();
  const replace = vi.fn();
  vi.stubGlobal('location', { ...location, replace, pathname: '/en/about', search: `?preview=${secret}` });
  server.use(
    http.get(api('/configuration/bulk-initialize'), () =>
      HttpResponse.json(
        { message: 'Over', messageKey: 'preview_over', code: -1770, traceId: 't' },
        { status: 410 },
      ),
    ),
  );
  renderApp('/en/about');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/en/about'));
  vi.unstubAllGlobals();
});

it.each(['x', '<script>', 'a b c d e f g h i j k l m n o p'])(
  'takes nothing else for a secret: %s',
  (word) => {
    history.replaceState(null, '', `/?preview=${encodeURIComponent(word)}`);
    expect(previewToken()).toBeUndefined();
  },
);
