import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { AccountLine } from '@/api/gen-lines';
import type { Plan } from '@/api/gen-plans';
import type { Subscriber } from '@/api/gen-session';
import { planOf } from '@/testing/plans';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { accountLineOf, mainLine, signIn, subLine } from '@/testing/session';
import { serveSite, siteRoutes } from '@/testing/site';

const hawakom = planOf({ id: 'hawakom-90', name: 'Hawakom 90', category: 'hawakom', takesPorted: true });
const basic = planOf();
const dataSim = planOf({ id: 'data-sim-350', name: 'Data SIM 350', kind: 'data', category: 'data-sim' });

const prepaid: Subscriber = { ...mainLine, properties: { subscription_type: 'prepaid', data_sim: false } };
const dataLine: Subscriber = { ...mainLine, properties: { subscription_type: 'prepaid', data_sim: true } };

/** Serves the seeded pages, with or without the page of the switch. */
const servePages = (switchPage: boolean) =>
  serveSite((language) => {
    const routes = siteRoutes(language).filter(({ key }) => key !== 'switch-plan');
    const page = {
      key: 'switch-plan',
      template: 'my-plan',
      rewrite_url: 'switch-plan',
      layout: 'dashboard',
      requiresSignIn: true,
    } as const;
    return { routes: switchPage ? [...routes, page] : routes };
  });

beforeEach(() => {
  servePages(true);
  const all: Plan[] = [hawakom, basic, dataSim];
  server.use(
    http.get(api('/plans/:id'), ({ params }) => {
      const plan = all.find(({ id }) => id === params.id);
      return plan ? HttpResponse.json({ data: { plan, rates: [] } }) : refuse(404, {});
    }),
  );
});

const login = (from: string) => `/en/login?${new URLSearchParams({ from })}`;

/** Requests the plan with a number, as a visitor does. */
async function ask(plan: string, number: string) {
  const app = renderApp(`/en/plans/${plan}`);
  await app.user.click(await screen.findByRole('button', { name: 'Get this plan' }));
  const field = screen.getByLabelText('Your mobile number');
  expect(field).toHaveFocus();
  await app.user.type(field, `${number}{Enter}`);
  return app;
}

it.each(['0571234567', '+966 57 123 4567', '٠٥٧١٢٣٤٥٦٧'])(
  'lets a visitor with our number, %s, sign in and switch',
  async (number) => {
    await ask('hawakom-90', number);
    expect(await screen.findByText('This is one of our numbers')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in and switch' })).toHaveAttribute(
      'href',
      login('/en/switch-plan/hawakom-90'),
    );
  },
);

it('leads to the plan of the line if the site has no switch page', async () => {
  servePages(false);
  await ask('hawakom-90', '0571234567');
  const [way] = await screen.findAllByRole('link', { name: 'Sign in and switch' });
  expect(way).toHaveAttribute('href', login('/en/my-plan'));
});

it('offers to port in or order with a number of another operator', async () => {
  await ask('hawakom-90', '0551234567');
  expect(await screen.findByText("It's a non-operator mobile number")).toBeVisible();
  const wanted = '?package=hawakom-90';
  const ways = [
    [/^Bring your number\s*Keep/, `/en/bring-your-number${wanted}`],
    [/^Order a SIM/, `/en/order-sim${wanted}`],
    [/^Order an eSIM/, `/en/order-esim${wanted}`],
    [/^Join us/, '/en/registration'],
    [/^It has moved to us already/, login('/en/switch-plan/hawakom-90')],
  ] as const;
  const main = within(screen.getByRole('main'));
  for (const [name, to] of ways) {
    expect(main.getByRole('link', { name })).toHaveAttribute('href', to);
  }
  expect(main.queryByRole('link', { name: 'Order it with a SIM' }), 'said once').toBeNull();
});

it('does not offer a port-in to a plan that accepts none', async () => {
  await ask('basic-25', '0551234567');
  expect(await screen.findByText("It's a non-operator mobile number")).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Bring your number/ })).toBeNull();
  expect(screen.getByRole('link', { name: /^Order a SIM/ })).toBeVisible();
});

it.each(['123', '05712345', '0112345678', ''])('asks again for %s, which is no mobile', async (number) => {
  await ask('hawakom-90', number);
  const field = screen.getByLabelText('Your mobile number');
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/Enter a mobile starting with 05/);
});

it('clears its answer when another number is typed', async () => {
  const { user } = await ask('hawakom-90', '0551234567');
  expect(await screen.findByText("It's a non-operator mobile number")).toBeVisible();
  await user.type(screen.getByLabelText('Your mobile number'), '{Backspace}');
  expect(screen.queryByText("It's a non-operator mobile number")).toBeNull();
});

it.each([
  ['hawakom-90', '830000000001', 'Sorry you are not eligible to switch your plan to Hawakom', /data SIM/],
  ['data-sim-350', '0571234567', 'Sorry, Data SIM 350 is not for this line', /for data SIMs/],
])('says to a visitor that %s is not for %s', async (plan, number, title, why) => {
  await ask(plan, number);
  const said = (await screen.findByText(title)).closest('[role="status"]');
  expect(said).toHaveTextContent(why);
  expect(screen.queryByText('This is one of our numbers')).toBeNull();
});

it('asks a signed-in customer for no number', async () => {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => asked.push(request.url));
  await ask('hawakom-90', '0571234567');
  await screen.findByText('This is one of our numbers');
  expect(asked.filter((url) => url.includes('571234567'))).toEqual([]);
  server.events.removeAllListeners();
});

const serveLines = (lines: AccountLine[]) =>
  server.use(http.get(api('/users/current/lines'), () => HttpResponse.json({ data: lines })));

it('leads a customer with another plan to the switch', async () => {
  await signIn([prepaid]);
  serveLines([accountLineOf(prepaid, { plan: { id: 'basic-25', name: 'Basic 25' } })]);
  renderApp('/en/plans/hawakom-90');
  expect(await screen.findByRole('link', { name: 'Switch to this plan' })).toHaveAttribute(
    'href',
    '/en/switch-plan/hawakom-90',
  );
  expect(screen.getByText(/^In place of Basic 25/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Get this plan' })).toBeNull();
});

it('lets a line without a plan get one', async () => {
  await signIn([prepaid]);
  serveLines([accountLineOf(prepaid)]);
  renderApp('/en/plans/hawakom-90');
  expect(await screen.findByRole('link', { name: 'Get this plan' })).toHaveAttribute(
    'href',
    '/en/switch-plan/hawakom-90',
  );
});

it('says that the line already has the plan', async () => {
  await signIn([prepaid]);
  serveLines([accountLineOf(prepaid, { plan: { id: 'hawakom-90', name: 'Hawakom 90' } })]);
  renderApp('/en/plans/hawakom-90');
  expect(await screen.findByText('This is your plan')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My plan and its renewal' })).toHaveAttribute(
    'href',
    '/en/my-plan',
  );
  expect(screen.queryByRole('link', { name: 'Switch to this plan' })).toBeNull();
});

it('lets a customer whose plan has expired subscribe again', async () => {
  await signIn([prepaid]);
  serveLines([accountLineOf(prepaid, { state: 'expired', plan: { id: 'hawakom-90', name: 'Hawakom 90' } })]);
  renderApp('/en/plans/hawakom-90');
  expect(await screen.findByRole('link', { name: 'Subscribe again' })).toHaveAttribute(
    'href',
    '/en/switch-plan/hawakom-90',
  );
});

it('leads to the switch even if the lines could not be read', async () => {
  await signIn([prepaid]);
  server.use(http.get(api('/users/current/lines'), () => refuse(409, { message: 'Not now' })));
  renderApp('/en/plans/hawakom-90');
  expect(await screen.findByRole('link', { name: 'Switch to this plan' })).toBeVisible();
});

it.each([
  [
    'a postpaid line',
    mainLine,
    'hawakom-90',
    'Sorry you are not eligible to switch your plan to Hawakom',
    /postpaid/,
  ],
  [
    'a data SIM',
    dataLine,
    'hawakom-90',
    'Sorry you are not eligible to switch your plan to Hawakom',
    /data SIM/,
  ],
  ['a line for calls', prepaid, 'data-sim-350', 'Sorry, Data SIM 350 is not for this line', /for data SIMs/],
])('says to %s that it is not eligible, and why', async (_, line, plan, title, why) => {
  await signIn([line]);
  renderApp(`/en/plans/${plan}`);
  const said = (await screen.findByText(title)).closest('[role="status"]');
  expect(said).toHaveTextContent(why);
  expect(screen.queryByRole('link', { name: 'Switch to this plan' })).toBeNull();
});

it('offers another line of the account that can have the plan', async () => {
  const shown = await signIn([mainLine, subLine]);
  serveLines([
    accountLineOf(mainLine),
    accountLineOf(subLine, { plan: { id: 'basic-25', name: 'Basic 25' } }),
  ]);
  const { user } = renderApp('/en/plans/hawakom-90');
  await user.click(await screen.findByRole('button', { name: 'For Driver instead' }));
  await waitFor(() => expect(shown.at(-1)?.line).toBe(subLine.subscription_id));
});

it('speaks Arabic', async () => {
  const { user } = renderApp('/ar/الباقات/hawakom-90');
  await user.click(await screen.findByRole('button', { name: 'احصل على هذه الباقة' }));
  await user.type(screen.getByLabelText('رقم جوالك'), '٠٥٥١٢٣٤٥٦٧{Enter}');
  expect(await screen.findByText('هذا الرقم لا يتبع شبكتنا')).toBeVisible();
});
