import type { APIRequestContext } from '@playwright/test';
import type { BulkConfiguration } from '../../src/api/gen-site/index.ts';
import type { templates } from '../../src/app/templates.tsx';
import { type Language, otherLanguage } from '../../src/lib/text/language.ts';

type Template = keyof typeof templates;
type Route = BulkConfiguration['routes'][number];

/**
 * The address of the route itself, and an address below it. An unknown item has a proper page that says so.
 */
const itself = [''];
const unknown = '/00000000-0000-4000-8000-000000000000';

/**
 * The addresses of the pages of each template, below the addresses of its routes. A new template needs an
 * entry here.
 */
const below: Record<Template, readonly string[]> = {
  home: itself,
  'order-sim': [
    '',
    '/purchase-type-selection',
    '/mnp-number-selection',
    `${unknown}/delivery`,
    `${unknown}/receipt`,
  ],
  all_vanities: itself,
  plans: ['', '/hawakom-90', '/postpaid-200', '/none'],
  hawakom: itself,
  'compare-plans': ['', '?compare=hawakom-90,hawakom-130'],
  shop: itself,
  'compare-bundles': ['', '?bundles=net-saver-5,net-saver-10'],
  bundles: ['', '/net-saver-5', '/none'],
  'bundle-category': itself,
  'build-your-bundle': itself,
  'find-your-bundle': itself,
  subscribeBundle: itself,
  offers: ['', '/none'],
  'order-esim': itself,
  'bring-your-number': itself,
  'replace-sim': itself,
  'not-me': [unknown],
  leaving: ['/none'],
  'multi-sim': ['', '/order'],
  'sim-information': itself,
  'number-settings': itself,
  refer: itself,
  promo: itself,
  'sim-activation': itself,
  terms: itself,
  'content-page': itself,
  pages: ['/postpaid'],
  faq: itself,
  'topic-faq': itself,
  deactivateNumber: itself,
  'line-end': [unknown],
  dashboard: itself,
  'my-plan': itself,
  'switch-plan': ['/hawakom-130', '/none'],
  profile: itself,
  recharge: itself,
  'recharge-meter': itself,
  transfer: itself,
  services: itself,
  entertainment: itself,
  games: ['', '/none'],
  rates: itself,
  stores: itself,
  'roaming-rates': itself,
  purchase: [unknown, `${unknown}/receipt`],
  history: itself,
  myBills: ['', unknown, `${unknown}/pay`],
  payinvoice: itself,
  'auto-payment': itself,
  'credit-limit': itself,
  cards: itself,
  'change-email': itself,
  'change-password': itself,
  'activate-email': itself,
  sessions: itself,
  'sub-accounts': itself,
  'add-account': itself,
  complaint: itself,
  'customer-complaints-app': itself,
  reseller: itself,
  'support-chat': itself,
  'support-inquiry': itself,
  'service-request': ['/CR0000000000'],
  'find-order': itself,
  'order-link': itself,
  'message-link': itself,
  unsubscribe: itself,
  'my-orders': itself,
  login: itself,
  directLogin: itself,
  quicklogin: itself,
  registration: itself,
  resetpassword: itself,
  social: ['/none'],
  'second-factor': itself,
  'select-account': itself,
  search: ['', '?q=esim', '?q=xyzzy'],
  help: itself,
  maintenance: itself,
};

/** Pages for staff members, which are no routes of the site. */
const ofConsole = ['', '/find', '/approvals', '/bulk', '/incidents', '/changes', '/audit'].map(
  (path) => `/console${path}`,
);

const isKnown = (template: string): template is Template => Object.hasOwn(below, template);

/**
 * Returns the addresses of a route. A route that the table does not know counts as one page: the crawl tests
 * whether it opens.
 */
const addressesOf = ({ template, rewrite_url }: Route, language: Language) =>
  (isKnown(template) ? below[template] : itself).map((rest) => `/${language}/${rewrite_url}${rest}`);

async function routesOf(request: APIRequestContext, language: Language): Promise<Route[]> {
  const answer = await request.get('/api/configuration/bulk-initialize', { params: { language } });
  const { routes }: BulkConfiguration = await answer.json();
  return routes;
}

export interface Crowd {
  /** Selects the routes of the site that this visitor opens. */
  opens: (route: Route) => boolean;
  console?: true;
}

/** Returns the addresses of all pages that such a visitor may reach. */
export async function pagesFor(
  request: APIRequestContext,
  language: Language,
  crowd: Crowd,
): Promise<string[]> {
  if (crowd.console) {
    return ofConsole.map((path) => `/${language}${path}`);
  }
  const routes = await routesOf(request, language);
  return routes.filter(crowd.opens).flatMap((route) => addressesOf(route, language));
}

/** Returns the route of an address: the route with the longest matching address. */
function routeAt(routes: readonly Route[], path: string): Route | undefined {
  const at = routes.filter(({ rewrite_url }) => `${path}/`.startsWith(`${rewrite_url}/`));
  return at.toSorted((one, other) => other.rewrite_url.length - one.rewrite_url.length)[0];
}

/** Returns a function that gives the start of the same page's address in the other language. */
export async function translator(
  request: APIRequestContext,
  from: Language,
): Promise<(address: string) => string> {
  const to = otherLanguage(from);
  const [here, there] = await Promise.all([routesOf(request, from), routesOf(request, to)]);
  return (address) => {
    const path = address.split('?')[0]?.slice(`/${from}/`.length) ?? '';
    const key = routeAt(here, path)?.key;
    const same = key === undefined ? path : there.find((route) => route.key === key)?.rewrite_url;
    return `/${to}/${same}`;
  };
}
