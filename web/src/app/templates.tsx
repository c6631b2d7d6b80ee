import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { stepPath } from '@/features/order/model/order-steps';
import { inTime } from '@/lib/http/chunk';
import { settingsNow } from '@/lib/site/site';
import { languageOr } from '@/lib/text/language';
import { goTo, type Namespaces, withTexts } from './page-texts';

/** What the router makes of a route of the server that names this template. `path` has no language in front. */
export type Template = (path: string) => RouteObject[];

type Page = () => Promise<ComponentType>;

/** A page that stands on its own; its code and texts are loaded when it is first shown. */
const page =
  (namespaces: Namespaces, load: Page): Template =>
  (path) => [
    {
      ...(path === '' ? { index: true } : { path }),
      ...withTexts(namespaces),
      lazy: async () => ({ Component: await inTime(load(), settingsNow()?.chunkLoadTimeoutMs) }),
    },
  ];

/** A page that asks the server through the query cache. */
const serverPage =
  (namespaces: Namespaces, load: Page): Template =>
  (path) => [
    {
      lazy: async () => ({ Component: (await import('./server-pages')).ServerPages }),
      children: page(namespaces, load)(path),
    },
  ];

const shop = serverPage('numbers', async () => (await import('@/features/order/start/start-page')).StartPage);
const wizard = serverPage(
  ['order', 'numbers', 'details', 'identity'],
  async () => (await import('@/features/order/shell/order-wizard')).OrderWizard,
);

const receipt = serverPage(
  'receipt',
  async () => (await import('@/features/order/receipt/receipt-page')).ReceiptPage,
);

/** Addresses of their own for what people look for; the choice they stand for is made already. */
const startingWith =
  (choice: string): Template =>
  (path) => [
    {
      path,
      loader: ({ params }) =>
        goTo(stepPath(languageOr(params.lang), 'purchase-type-selection'), `?${choice}`),
    },
  ];

const account = () => import('./pages/account');
const signIn = () => import('./pages/sign-in');
const signInTexts = ['sign-in', 'credentials'];
const registrationTexts = [...signInTexts, 'registration'];
const login = page(signInTexts, async () => (await import('@/features/sign-in/login-page')).LoginPage);

/** Every page of the site by the name under which the server's routes speak of it. */
export const templates = {
  home: page('home', async () => (await import('@/features/home/home-page')).HomePage),
  'order-sim': (path) => [
    {
      path,
      loader: ({ params, request }) =>
        goTo(stepPath(languageOr(params.lang), 'number-selection'), new URL(request.url).search),
    },
    ...shop(`${path}/:slug`),
    ...receipt(`${path}/:orderId/receipt`),
    ...wizard(`${path}/:orderId/:slug`),
  ],
  'order-esim': startingWith('sim=esim'),
  'bring-your-number': startingWith('number=port-in'),
  'replace-sim': serverPage('replacement', async () => (await account()).replaceSim()),
  'not-me': (path) => serverPage('replacement', async () => (await account()).notMe())(`${path}/:orderId`),
  'multi-sim': (path) => [
    ...serverPage(['multisim', 'credentials', 'accounts'], async () => (await account()).multiSim())(path),
    ...serverPage(['multisim', 'accounts'], async () => (await account()).extraSim())(`${path}/order`),
  ],
  refer: serverPage('refer', async () => (await account()).refer()),
  'sim-activation': serverPage(
    ['activation', 'identity'],
    async () => (await import('@/features/sim-activation/activation-page')).ActivationPage,
  ),
  terms: page('terms', async () => (await import('@/features/terms/terms-page')).TermsPage),
  dashboard: serverPage('dashboard', async () => (await account()).dashboard()),
  profile: serverPage('profile', async () => (await account()).profile()),
  'change-email': serverPage('profile', async () => (await account()).changeEmail()),
  'change-password': serverPage(['profile', 'credentials', 'registration'], async () =>
    (await account()).changePassword(),
  ),
  'activate-email': serverPage(['profile', 'credentials'], async () => (await account()).activateEmail()),
  'sub-accounts': serverPage('accounts', async () => (await account()).subAccounts()),
  'add-account': serverPage(['accounts', 'credentials'], async () => (await account()).addAccount()),
  'find-order': serverPage(['find-order', 'credentials'], async () => (await account()).findOrder()),
  'my-orders': serverPage(['find-order', 'links'], async () => (await account()).myOrders()),
  login,
  directLogin: login,
  quicklogin: page(registrationTexts, async () => (await signIn()).quickLogin()),
  registration: page(registrationTexts, async () => (await signIn()).registration()),
  resetpassword: page(registrationTexts, async () => (await signIn()).reset()),
  social: (path) => page(registrationTexts, async () => (await signIn()).social())(`${path}/:provider`),
  'select-account': page('registration', async () => (await signIn()).selectAccount()),
  search: serverPage('search', async () => (await import('@/features/search/search-page')).SearchPage),
  maintenance: page('shell', async () => (await import('./maintenance-page')).MaintenancePage),
} satisfies Record<string, Template>;

export const isTemplate = (name: string): name is keyof typeof templates => Object.hasOwn(templates, name);
