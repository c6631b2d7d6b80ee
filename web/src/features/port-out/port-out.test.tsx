import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { PortOut } from '@/api/gen-lines';
import { servePlan } from '@/testing/my-plan';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const reference = 'PO00000001';
const token = 'a-secret-that-came-by-message-0123456789';

const portOut: PortOut = {
  reference,
  msisdn: '0570000003',
  operator: 'STC',
  status: 'agreed',
  asked_at: '2027-03-07T09:00:00Z',
  cut_over_at: '2027-03-09T09:00:00Z',
  balance_lost: 2_350,
  owed: 0,
  leaving_costs: 110_000,
  can_object: true,
};

const servePortOuts = (...items: PortOut[]) =>
  server.use(http.get(api('/users/current/port-outs'), () => HttpResponse.json({ items })));

/** Plays the server's answer to "this was not me", and records the requests. */
function serveObjection(outcome: 'stopped' | 'stopping' | 'with-support'): unknown[] {
  const bodies: unknown[] = [];
  const answer = async ({ request }: { request: Request }) => {
    bodies.push(await request.text());
    return HttpResponse.json({ reference, outcome, message: `It is ${outcome}.` });
  };
  server.use(
    http.post(api(`/port-outs/${reference}/objection`), answer),
    http.post(api(`/users/current/port-outs/${reference}/objection`), answer),
  );
  return bodies;
}

it('stops the move after a click, with the secret of the link', async () => {
  const bodies = serveObjection('stopped');
  const { user } = renderApp(`/en/leaving/${reference}#${token}`);
  const stop = await screen.findByRole('button', { name: 'This was not me, stop it' });
  expect(bodies).toEqual([]);
  await user.click(stop);
  expect(await screen.findByRole('heading', { name: 'Your number stays with us' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change my password' })).toBeVisible();
  expect(bodies).toEqual([JSON.stringify({ token })]);
});

it.each([
  ['stopping', 'We are stopping the move'],
  ['with-support', 'Our support team takes care of it'],
] as const)('says honestly that it is %s', async (outcome, title) => {
  serveObjection(outcome);
  const { user } = renderApp(`/en/leaving/${reference}#${token}`);
  await user.click(await screen.findByRole('button', { name: 'This was not me, stop it' }));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Change my password' })).toBeNull();
});

it('refuses an invalid link', async () => {
  server.use(
    http.post(api(`/port-outs/${reference}/objection`), () =>
      refuse(403, { message: 'This link is not valid.', messageKey: 'dispute_link_invalid' }),
    ),
  );
  const { user } = renderApp(`/en/leaving/${reference}#${token}`);
  await user.click(await screen.findByRole('button', { name: 'This was not me, stop it' }));
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

it('sends no request for an address without a secret', async () => {
  renderApp(`/en/leaving/${reference}`);
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

it('shows on account pages which number leaves, with a link', async () => {
  await signIn([prepaidLine]);
  servePlan();
  servePortOuts(portOut);
  const { user } = renderApp('/en/my-plan');
  await user.click(await screen.findByRole('link', { name: 'See what happens' }));
  const shown = within(screen.getByRole('main'));
  expect(await shown.findByRole('heading', { name: 'Your number is leaving us' })).toBeVisible();
  expect(shown.getByText('STC')).toBeVisible();
  expect(shown.getByText('Balance that will be lost')).toBeVisible();
  expect(shown.getByText(/23.50/)).toBeVisible();
  expect(shown.getByText(/1,100/)).toBeVisible();
  expect(shown.queryByText('Still to be paid')).toBeNull();
});

it('stops the move from the account', async () => {
  await signIn([prepaidLine]);
  servePortOuts(portOut);
  serveObjection('stopped');
  const { user } = renderApp(`/en/leaving/${reference}`);
  await user.click(await screen.findByRole('button', { name: 'This was not me, stop it' }));
  expect(await screen.findByRole('heading', { name: 'Your number stays with us' })).toBeVisible();
});

it('shows the outcome of a move that is over', async () => {
  await signIn([prepaidLine]);
  servePortOuts({ ...portOut, status: 'rejected', reason: 'There is an open amount.', can_object: false });
  renderApp(`/en/leaving/${reference}`);
  expect(await screen.findByText('We refused the request')).toBeVisible();
  expect(screen.getByText('There is an open amount.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your number stays with us' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to my usage' })).toHaveAttribute('href', '/en/dashboard');
  expect(screen.queryByRole('button', { name: 'This was not me, stop it' })).toBeNull();
});

const refused: PortOut = {
  ...portOut,
  status: 'rejected',
  reason: 'There is an open amount.',
  can_object: false,
};

it('names the operator and the day of a refused request', async () => {
  await signIn([prepaidLine]);
  servePortOuts(refused);
  renderApp(`/en/leaving/${reference}`);
  expect((await screen.findByText('Asked by')).nextSibling).toHaveTextContent('STC');
  expect(screen.getByText('Asked on').nextSibling).toHaveTextContent(/7 March.*12:00/);
});

it.each([
  ['en', /^STC asked for .*057 000 0003.* on 7 March 2027, and we refused$/, 'See what happens'],
  ['ar', /^طلبت STC نقل .*057 000 0003.* إليها في 7 مارس 2027، ورفضنا الطلب$/, 'عرض التفاصيل'],
] as const)(
  'tells on the page of the line that a request was refused, and why (%s)',
  async (language, said, more) => {
    await signIn([prepaidLine]);
    servePortOuts(refused);
    renderApp(`/${language}/sim-information`);
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText('There is an open amount.')).toBeVisible();
    expect(screen.getByRole('link', { name: more })).toHaveAttribute(
      'href',
      `/${language}/leaving/${reference}`,
    );
  },
);

it('says nothing of a refused request on other pages, or once the number leaves', async () => {
  await signIn([prepaidLine]);
  servePlan();
  servePortOuts({ ...portOut, reference: 'PO00000002' }, refused);
  const { router } = renderApp('/en/sim-information');
  expect(await screen.findByText(/leaves for STC/)).toBeVisible();
  expect(screen.queryByText(/and we refused/)).toBeNull();
  servePortOuts(refused);
  await act(() => router.navigate('/en/my-plan'));
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByText(/and we refused/)).toBeNull();
});

const left: PortOut = { ...portOut, status: 'left', ended_at: '2027-03-09T09:04:00Z', can_object: false };

/** The links of the page itself, without those of its frame. */
const linkOfPage = (name: string) => within(screen.getByRole('main')).getByRole('link', { name });

it('shows where a number has gone, the costs, the way back and support', async () => {
  await signIn([prepaidLine]);
  servePortOuts(left);
  renderApp(`/en/leaving/${reference}`);
  expect(await screen.findByRole('heading', { name: 'Your number has left us' })).toBeVisible();
  expect(screen.getByText('Your line with us has ended')).toBeVisible();
  expect(screen.getByText('Went to').nextSibling).toHaveTextContent('STC');
  expect(screen.getByText('Left on').nextSibling).toHaveTextContent('12:04');
  expect(screen.getByText(/1,100/)).toBeVisible();
  expect(screen.queryByText('Balance that will be lost')).toBeNull();
  expect(linkOfPage('Bring it back to us')).toHaveAttribute('href', '/en/bring-your-number');
  expect(linkOfPage('Support')).toHaveAttribute('href', `/en/help?order=${reference}`);
});

it.each([
  ['agreed', /^At the time below your line with us ends/],
  ['moving', /^Your line with us ends as soon as .* confirms the move/],
] as const)('says when the line of a number ends that is %s', async (status, text) => {
  await signIn([prepaidLine]);
  servePortOuts({ ...portOut, status });
  renderApp(`/en/leaving/${reference}`);
  expect(await screen.findByText(text)).toBeVisible();
});

it('does not say that nothing happened if the request is unknown', async () => {
  await signIn([prepaidLine]);
  servePortOuts({ ...portOut, reference: 'PO00000002' });
  const { user } = renderApp(`/en/leaving/${reference}`);
  expect(
    await screen.findByRole('heading', { name: 'There is no open request under this link' }),
  ).toBeVisible();
  expect(linkOfPage('Support')).toHaveAttribute('href', `/en/help?order=${reference}`);
  await user.click(linkOfPage('See what happens'));
  expect(await screen.findByRole('heading', { name: 'Your number is leaving us' })).toBeVisible();
});

it('keeps a number that has left, after its line has disappeared from the account', async () => {
  await signIn([prepaidLine]);
  let asked = 0;
  server.use(
    http.get(api('/users/current/port-outs'), () => {
      asked += 1;
      return HttpResponse.json({ items: asked < 2 ? [{ ...portOut, status: 'moving' }] : [] });
    }),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderApp(`/en/leaving/${reference}`);
  expect(await screen.findByText('Moving now')).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  expect(await screen.findByRole('heading', { name: 'Your number has left us' })).toBeVisible();
  expect(screen.getByText('Went to').nextSibling).toHaveTextContent('STC');
  expect(screen.queryByText('Left on')).toBeNull();
  expect(screen.queryByRole('button', { name: 'This was not me, tell support' })).toBeNull();
});

it('shows in Arabic where the number goes', async () => {
  await signIn([prepaidLine]);
  servePortOuts({ ...portOut, operator: 'إس تي سي' });
  renderApp(`/ar/leaving/${reference}`);
  expect(await screen.findByRole('heading', { name: 'رقمك على وشك مغادرتنا' })).toBeVisible();
  expect(screen.getByText('إس تي سي')).toBeVisible();
});

it('follows a move until the line has ended, and explains the sign-out', async () => {
  await signIn([prepaidLine]);
  servePlan();
  let asked = 0;
  server.use(
    http.get(api('/users/current/port-outs'), () => {
      asked += 1;
      return asked < 3
        ? HttpResponse.json({ items: [{ ...portOut, status: 'moving' }] })
        : refuse(401, { messageKey: 'sign_in_required', code: -1007 });
    }),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { user, router, path } = renderApp(`/en/leaving/${reference}`);
  expect(await screen.findByText('Moving now')).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(asked).toBe(2));
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  const over = await screen.findByRole('dialog', { name: 'Your line with us has ended' });
  expect(asked).toBe(3);
  await user.click(within(over).getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(path()).toBe('/en/login'));
  expect(router.state.location.search, 'there is nothing to come back to').toBe('');
});
