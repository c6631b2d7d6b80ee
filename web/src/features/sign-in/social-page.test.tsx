import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rightCode, serveCodes } from '@/testing/codes';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession } from '@/testing/session';

const answer = '/en/social/google?code=a-code&state=a-state';

/** Plays the server's answer to the provider's data; returns the requests. */
function serveFinish(respond: () => Response): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(api('/auth/social/google'), async ({ request }) => {
      asked.push(await request.json());
      return respond();
    }),
  );
  return asked;
}

const notLinked = () =>
  HttpResponse.json({ data: { reason: 'not_linked', uid: 'subject-1', token: 'link-token' } });

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('leaving for a provider', () => {
  it('goes to the page that the server names', async () => {
    serveSession();
    const assign = vi.fn();
    vi.stubGlobal('location', { ...location, assign, origin: location.origin });
    server.use(
      http.post(api('/auth/social/apple/start'), () =>
        HttpResponse.json({ data: { url: 'https://provider.example/authorize?state=s' } }),
      ),
    );
    const { user } = renderApp('/en/login?from=/en/profile');
    await user.click(await screen.findByRole('button', { name: 'Sign in with Apple' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/authorize?state=s'));
    expect(sessionStorage.getItem('selfcare.socialReturn')).toBe('?from=/en/profile');
  });

  it('follows only web addresses', async () => {
    serveSession();
    const assign = vi.fn();
    vi.stubGlobal('location', { ...location, assign, origin: location.origin });
    server.use(
      http.post(api('/auth/social/apple/start'), () =>
        HttpResponse.json({ data: { url: 'javascript:alert(1)' } }),
      ),
    );
    const { user } = renderApp('/en/login');
    const button = await screen.findByRole('button', { name: 'Sign in with Apple' });
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'false'));
    expect(assign).not.toHaveBeenCalled();
  });

  it('says that the provider cannot be reached', async () => {
    serveSession();
    server.use(http.post(api('/auth/social/google/start'), () => refuse(503, { message: 'Not now' })));
    const { user } = renderApp('/en/login');
    await user.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  });
});

describe('coming back from a provider', () => {
  it('signs in a linked account with an answer that works once and leaves the address', async () => {
    serveSession();
    sessionStorage.setItem('selfcare.socialReturn', '?from=/en/profile');
    const asked = serveFinish(() => HttpResponse.json({ data: { auth_token: 'user-token', roles: [] } }));
    const { path, router } = renderApp(answer);
    await waitFor(() => expect(path()).toBe('/en/profile'));
    expect(asked).toEqual([{ code: 'a-code', state: 'a-state' }]);
    expect(router.state.location.search).toBe('');
  });

  it('links a new account by number and code', async () => {
    serveSession();
    serveFinish(notLinked);
    const codes = serveCodes();
    const links: unknown[] = [];
    server.use(
      http.post(api('/auth/otp/validate_social'), async ({ request }) => {
        links.push(await request.json());
        return HttpResponse.json({ data: { auth_token: 'user-token', roles: [] } });
      }),
    );
    const { user, path } = renderApp(answer);
    expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible();
    const other = screen.getByRole('link', { name: 'Other ways to sign in' });
    expect(other).toHaveAttribute('href', '/en/login');
    await user.type(screen.getByRole('textbox', { name: /mobile number/ }), '0570000001');
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    await user.type(await screen.findByLabelText('Verification code'), rightCode);
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
    expect(codes).toEqual([{ mobile_number: '0570000001', source: 'social' }]);
    expect(links).toEqual([
      {
        otp: rightCode,
        mobile_number: '0570000001',
        social_auth: { uid: 'subject-1', provider: 'google', credentials: { token: 'link-token' } },
      },
    ]);
  });

  it('says after a refused consent that nothing was shared', async () => {
    serveSession();
    const asked = serveFinish(notLinked);
    renderApp('/en/social/google?error=access_denied&state=a-state');
    expect(await screen.findByRole('heading', { name: 'Sign-in cancelled' })).toBeVisible();
    expect(screen.getByText(/You did not agree at Google/)).toBeVisible();
    const others = screen.getByRole('link', { name: 'Other ways to sign in' });
    await waitFor(() => expect(others).toHaveAttribute('href', '/en/login'));
    expect(asked).toEqual([]);
  });

  it.each(['email_linked_to_multiple_accounts', 'email_unverified'] as const)(
    'leads from %s to the quick login',
    async (messageKey) => {
      serveSession();
      serveFinish(() => refuse(409, { messageKey, message: 'Use your number' }));
      renderApp(answer);
      expect(await screen.findByText('Use your number')).toBeVisible();
      const way = screen.getByRole('link', { name: 'Sign in with a code' });
      await waitFor(() => expect(way).toHaveAttribute('href', '/en/quick-login'));
    },
  );

  it('lets a failed sign-in be tried again', async () => {
    serveSession();
    serveFinish(() => refuse(422, { messageKey: 'social_sign_in_failed', message: 'Did not work' }));
    renderApp(answer);
    expect(await screen.findByText('Did not work')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Google again' })).toBeVisible();
  });

  it('refuses unknown providers', async () => {
    serveSession();
    const { path } = renderApp('/en/social/somebody?code=a&state=b');
    await waitFor(() => expect(path()).toBe('/en/login'));
  });
});
