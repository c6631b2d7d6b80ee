import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { stepPath } from '@/features/order/model/order-steps';
import type { Namespaces } from '@/i18n';
import { inTime } from '@/lib/http/chunk';
import { settingsNow, siteIn } from '@/lib/site/site';
import { languageOr } from '@/lib/text/language';
import { goTo, withTexts } from './page-texts';
import { words } from './words';

/**
 * Makes the router's routes from a route of the server with this template. `path` has no language prefix;
 * `key` is the key of the route.
 */
export type Template = (path: string, key?: string) => RouteObject[];

type Page = () => Promise<ComponentType>;

/** A page without the query cache. Its code and texts load when it is first shown. */
const page =
  (namespaces: Namespaces, load: Page): Template =>
  (path) => [
    {
      ...(path === '' ? { index: true } : { path }),
      ...withTexts(namespaces),
      lazy: async () => ({ Component: await inTime(load(), settingsNow()?.chunkLoadTimeoutMs) }),
    },
  ];

/** A page that calls the server through the query cache. */
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

/**
 * Redirects an address that people search for to the start of an order. The choice in its name is already
 * made.
 */
const startingWith =
  (choice: string): Template =>
  (path) => [
    {
      path,
      loader: ({ params, request }) =>
        goTo(
          request,
          stepPath(languageOr(params.lang), 'purchase-type-selection'),
          `?${choice}${new URL(request.url).search.replace('?', '&')}`,
        ),
    },
  ];

/** A page on which few visits begin. The module that imports its code loads with the first such page. */
const rarePage = (namespaces: Namespaces, name: keyof typeof import('./pages/account')): Template =>
  serverPage(namespaces, async () => (await import('./pages/account'))[name]());
const signIn = () => import('./pages/sign-in');
const signInTexts = ['sign-in', 'credentials', 'passkeys'];
const registrationTexts = [...signInTexts, 'registration'];
const login = page(signInTexts, async () => (await import('@/features/sign-in/login-page')).LoginPage);

/** The questions of a topic, which the route's key names. */
const topicFaq: Template = (path, key) =>
  rarePage('faq', key === 'hawakom-faq' ? 'hawakomFaq' : 'loyaltyFaq')(path);

/** A link of the mobile app to one bundle or to all bundles. */
const toBundles: Template = (path) => [
  {
    path: `${path}/:bundleId?`,
    loader: async ({ params, request }) => {
      const language = languageOr(params.lang);
      const bundles = (await siteIn(language)).routes.find(({ key }) => key === 'bundles');
      if (!bundles) {
        throw new Response(null, { status: 404 });
      }
      const bundle = params.bundleId ? `/${params.bundleId}` : '';
      return goTo(request, `/${language}/${bundles.rewrite_url}${bundle}`, new URL(request.url).search);
    },
  },
];

/** Each page of the site by its name in the server's routes. */
export const templates = {
  home: page('home', async () => (await import('@/features/home/home-page')).HomePage),
  'order-sim': (path) => [
    {
      path,
      loader: ({ params, request }) =>
        goTo(request, stepPath(languageOr(params.lang), 'number-selection'), new URL(request.url).search),
    },
    ...shop(`${path}/:slug`),
    ...rarePage('receipt', 'orderReceipt')(`${path}/:orderId/receipt/:note?`),
    ...wizard(`${path}/:orderId/:slug`),
  ],
  // The specification has two spellings; the page leads from one to the other.
  all_vanities: (path) =>
    [path, 'all_vanities'].flatMap((address) => rarePage(['numbers', 'vanities'], 'vanities')(address)),
  plans: (path) => [
    ...rarePage(['plans', 'comparison', 'dashboard', 'sale'], 'plans')(path),
    ...rarePage(['plans', 'dashboard'], 'plan')(`${path}/:planId`),
  ],
  hawakom: rarePage(['plans', 'dashboard'], 'hawakom'),
  'compare-plans': rarePage(['plans', 'comparison', 'dashboard'], 'comparePlans'),
  shop: rarePage(['bundles', 'comparison', 'dashboard', 'sale'], 'shop'),
  'compare-bundles': rarePage(['bundles', 'comparison', 'dashboard'], 'compareBundles'),
  bundles: (path) => [
    ...rarePage(['bundles', 'comparison', 'dashboard', 'renewal', 'sale'], 'bundles')(path),
    ...rarePage(['bundles', 'dashboard', 'payment'], 'bundle')(`${path}/:bundleId`),
  ],
  'bundle-category': rarePage(['bundles', 'comparison', 'dashboard', 'renewal', 'sale'], 'bundles'),
  'build-your-bundle': rarePage(['bundles', 'dashboard', 'payment'], 'buildBundle'),
  'find-your-bundle': rarePage(['bundles', 'dashboard', 'sale'], 'findBundle'),
  subscribeBundle: toBundles,
  offers: (path) => [
    ...rarePage(['bundles', 'dashboard'], 'offers')(path),
    ...rarePage(['bundles', 'dashboard'], 'offer')(`${path}/:offerId`),
  ],
  'order-esim': startingWith('sim=esim'),
  'bring-your-number': startingWith('number=port-in'),
  'replace-sim': rarePage('replacement', 'replaceSim'),
  'not-me': (path) => rarePage('replacement', 'notMe')(`${path}/:orderId`),
  leaving: (path) => rarePage('port-out', 'portOut')(`${path}/:reference`),
  'multi-sim': (path) => [
    ...rarePage(['multi-sim', 'credentials', 'accounts'], 'multiSim')(path),
    ...rarePage(['multi-sim', 'accounts'], 'extraSim')(`${path}/order`),
  ],
  'sim-information': rarePage(['sim-information', 'credentials', 'accounts'], 'simInformation'),
  'number-settings': rarePage('number-settings', 'numberSettings'),
  refer: rarePage('referral', 'refer'),
  promo: rarePage('promo', 'promo'),
  'sim-activation': rarePage(['sim-activation', 'identity'], 'activation'),
  terms: words,
  'content-page': words,
  pages: (path) => words(`${path}/:slug`),
  faq: (path) => [
    ...rarePage(['faq', 'search'], 'faq')(path),
    ...rarePage(['faq', 'search'], 'question')(`${path}/:slug`),
  ],
  'topic-faq': topicFaq,
  deactivateNumber: rarePage(['deactivation', 'credentials'], 'deactivation'),
  'line-end': (path) => rarePage('deactivation', 'lineEnd')(`${path}/:id`),
  dashboard: rarePage(['dashboard', 'accounts', 'find-order'], 'dashboard'),
  'my-plan': rarePage(['my-plan', 'plans', 'credentials', 'dashboard', 'sale'], 'myPlan'),
  'switch-plan': (path) =>
    rarePage(
      ['switch-plan', 'my-plan', 'dashboard', 'payment', 'credentials'],
      'switchPlan',
    )(`${path}/:planId`),
  profile: rarePage('profile', 'profile'),
  recharge: rarePage(['recharge', 'payment', 'dashboard', 'promo'], 'recharge'),
  'recharge-meter': rarePage('recharge', 'rechargeMeter'),
  transfer: rarePage(['transfer', 'credentials', 'dashboard'], 'transfer'),
  services: rarePage(['vas', 'credentials', 'renewal'], 'services'),
  entertainment: rarePage(['vas', 'credentials', 'renewal'], 'entertainment'),
  games: (path) => [
    ...rarePage('games', 'games')(path),
    ...rarePage(['games', 'payment'], 'game')(`${path}/:brandId`),
  ],
  rates: rarePage(['rates', 'plans'], 'rates'),
  stores: rarePage('shops', 'stores'),
  'roaming-rates': rarePage(['rates', 'number-settings'], 'roamingRates'),
  purchase: (path) => [
    ...rarePage(['purchase', 'dashboard'], 'purchase')(`${path}/:purchaseId`),
    ...rarePage('receipt', 'purchaseReceipt')(`${path}/:purchaseId/receipt`),
  ],
  history: rarePage(['usage', 'dashboard', 'bills'], 'history'),
  myBills: (path) => [
    ...rarePage('bills', 'bills')(path),
    ...rarePage(['bills', 'dashboard'], 'bill')(`${path}/:invoiceId`),
    ...rarePage(['bills', 'payment'], 'payBill')(`${path}/:invoiceId/pay`),
  ],
  payinvoice: (path) => [
    ...rarePage(['bills', 'payment'], 'billLink')(path),
    ...rarePage(['purchase', 'bills', 'dashboard'], 'billPayment')(`${path}/:paymentId`),
  ],
  'auto-payment': rarePage(['auto-recharge', 'payment', 'dashboard'], 'autoRecharge'),
  'credit-limit': rarePage(['credit-limit', 'dashboard'], 'creditLimit'),
  cards: rarePage(['saved-cards', 'payment'], 'cards'),
  'change-email': rarePage('profile', 'changeEmail'),
  'change-password': rarePage(['profile', 'credentials', 'registration'], 'changePassword'),
  'activate-email': rarePage(['profile', 'credentials'], 'activateEmail'),
  sessions: rarePage(['sessions', 'passkeys', 'credentials'], 'sessions'),
  'sub-accounts': rarePage('accounts', 'subAccounts'),
  'add-account': rarePage(['accounts', 'credentials'], 'addAccount'),
  complaint: rarePage('tickets', 'complaint'),
  'customer-complaints-app': rarePage('tickets', 'complaintInApp'),
  reseller: rarePage('tickets', 'reseller'),
  'support-chat': rarePage('tickets', 'chat'),
  'support-inquiry': rarePage('tickets', 'inquiry'),
  'service-request': (path) => rarePage('tickets', 'serviceRequest')(`${path}/:reference`),
  'find-order': rarePage(['find-order', 'credentials'], 'findOrder'),
  'order-link': rarePage('find-order', 'orderLink'),
  'message-link': rarePage('message-link', 'messageLink'),
  unsubscribe: rarePage('message-link', 'unsubscribe'),
  'my-orders': rarePage(['find-order', 'links'], 'myOrders'),
  login,
  directLogin: login,
  quicklogin: page(registrationTexts, async () => (await signIn()).quickLogin()),
  registration: page(registrationTexts, async () => (await signIn()).registration()),
  resetpassword: page(registrationTexts, async () => (await signIn()).reset()),
  social: (path) => page(registrationTexts, async () => (await signIn()).social())(`${path}/:provider`),
  'second-factor': serverPage('second-factor', async () => (await signIn()).secondFactor()),
  'select-account': page('registration', async () => (await signIn()).selectAccount()),
  search: rarePage('search', 'search'),
  help: rarePage(['help', 'search'], 'help'),
  maintenance: page('closed-pages', async () => (await import('./maintenance-page')).MaintenancePage),
} satisfies Record<string, Template>;

export const isTemplate = (name: string): name is keyof typeof templates => Object.hasOwn(templates, name);
