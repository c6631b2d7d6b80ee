import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ClientPage, type ClientReport } from '@/api/gen-reports';
import { i18n } from '@/i18n';
import { minimalSite } from '@/lib/site/minimal-site';
import { forgetSites, siteIn } from '@/lib/site/site';
import { serveSite } from '@/testing/site';
import { AppTheme } from '../app-theme';
import { RouteError } from '../route-error';
import { templates } from '../templates';
import { pageOf } from './page';
import { browserOf, reportError } from './report';
import { watch } from './watch';
import { nameOf, placeOf, tell } from './words';

let beacons: [string, Blob][] = [];

const sent = (): Promise<ClientReport[]> =>
  Promise.all(beacons.map(async ([, body]) => JSON.parse(await body.text())));

async function siteThatReports(clientReportPercent: number) {
  forgetSites();
  serveSite(() => ({ settings: { ...minimalSite.settings, clientReportPercent } }));
  await siteIn('en');
  await siteIn('ar');
}

beforeEach(async () => {
  beacons = [];
  Object.assign(navigator, {
    sendBeacon: (address: string, body: Blob) => beacons.push([address, body]) > 0,
  });
  await siteThatReports(100);
});

it.each([
  'No line of 0551234567',
  'No line of Fahad Al Harbi',
  'لا يوجد خط باسم فهد الحربي',
  'Unknown: fahad.alharbi@example.com',
  'Failed to fetch https://selfcare.example/en/order-sim/8d1c?mobile=0551234567',
])('typed text does not leave the page: %s', (message) => {
  const words = tell(message).join(' ');
  expect(words).toContain('other');
  expect(words).not.toMatch(/\d|@|fahad|harbi|فهد|8d1c|example/i);
});

it('reports known messages of browsers', () => {
  expect(tell("Cannot read properties of undefined (reading 'fullName')").join(' ')).toBe(
    'cannot read properties of undefined reading other',
  );
  expect(tell('Failed to fetch dynamically imported module: /assets/a.js').join(' ')).toBe(
    'failed to fetch dynamically imported module other',
  );
  expect(tell('a '.repeat(500))).toHaveLength(40);
});

it('reports an error by its name and its place in the build', () => {
  const error = Object.assign(new TypeError('x'), {
    stack: 'TypeError: x\n    at f (https://selfcare.example/assets/home-page-1a2b3c4.js:1:2041)',
  });
  expect([nameOf(error), placeOf(error)]).toEqual(['TypeError', 'assets/home-page-1a2b3c4.js:1:2041']);
  expect(nameOf(new Error('Loading chunk failed (timeout)'))).toBe('ChunkError');
  expect(nameOf(Object.assign(new Error('x'), { name: 'Fahad' }))).toBe('Other');
  expect(placeOf(new Error('of no build'))).toBeUndefined();
});

it.each([
  ['/en/', 'home'],
  ['/en/order-sim/number-selection', 'order-sim/:slug'],
  ['/en/order-sim/8d1c/payment', 'order-sim/:orderId/:slug'],
  ['/en/order-sim/8d1c/receipt', 'order-sim/:orderId/receipt/:note?'],
  ['/en/no/such/page', 'other'],
  ['/en/order-sim/%E0%A4%A', 'order-sim/:slug'],
  ['/', 'other'],
])('the page of %s is told as %s', (address, page) => {
  expect(pageOf(address)).toBe(page);
});

const leaves = (routes: RouteObject[], path = ''): string[] =>
  routes.flatMap((route) => {
    const own = route.path ?? path;
    if (route.children) {
      return leaves(route.children, own);
    }
    return route.lazy ? [own] : [];
  });

it('the contract knows each page of the app', () => {
  const told = Object.entries(templates).flatMap(([name, template]) => leaves(template(name)));
  expect(Object.values(ClientPage)).toEqual(expect.arrayContaining(told));
});

it('reports a browser by its family', () => {
  expect(browserOf('Mozilla/5.0 Chrome/140.0 Safari/537.36 Edg/140.0')).toBe('edge');
  expect(browserOf('Mozilla/5.0 (Linux) SamsungBrowser/28.0 Chrome/130.0 Safari/537.36')).toBe('samsung');
  expect(browserOf('Mozilla/5.0 (iPhone) CriOS/140.0 Mobile Safari/604.1')).toBe('chrome');
  expect(browserOf('Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1')).toBe('safari');
  expect(browserOf('something else')).toBe('other');
});

function Broken(): never {
  throw new RangeError('no plan of 0551234567');
}

it('a broken page reports once', async () => {
  await i18n.changeLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = createMemoryRouter([{ path: '*', element: <Broken />, errorElement: <RouteError /> }]);
  render(
    <AppTheme>
      <RouterProvider router={router} />
    </AppTheme>,
  );
  await screen.findByRole('alert');
  await waitFor(() => expect(beacons).toHaveLength(1));
  await router.navigate('/again');
  await screen.findByRole('alert');
  const [report, ...more] = await sent();
  expect(more).toEqual([]);
  expect(beacons[0]?.[0]).toBe('/api/client-reports');
  expect(beacons[0]?.[1].type).toBe('application/json');
  expect(report).toMatchObject({
    page: 'other',
    build: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    browser: 'other',
    errors: [{ name: 'RangeError', words: ['no', 'other', 'of', 'other'] }],
    vitals: [],
  });
});

it('reports an uncaught error', async () => {
  watch();
  window.dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('unexpected token') }));
  window.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: new TypeError('load failed') }),
  );
  const told = (await sent()).flatMap(({ errors }) => errors.map(({ name, words }) => [name, ...words]));
  expect(told).toEqual([
    ['SyntaxError', 'unexpected', 'token'],
    ['TypeError', 'load', 'failed'],
  ]);
});

it('reports nothing from a visit outside the sample', async () => {
  await siteThatReports(0);
  reportError(new Error('invalid key'));
  expect(beacons).toEqual([]);
});
