import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { linePages } from './line-pages';

const zItem = z.object({ route: z.optional(z.string()) });
const zMenu = z.array(z.extend(zItem, { children: z.optional(z.array(zItem)) }));
const zSite = z.object({
  routes: z.array(z.object({ key: z.string() })),
  menus: z.record(z.string(), zMenu),
});
const site = zSite.parse(parse(readFileSync('../dev/seed/site.yaml', 'utf8')));

/** Pages that a customer opens with two taps: in the bottom bar, the drawer, the header or the footer. */
const inMenus = new Set<string | undefined>([
  'home',
  'search',
  ...Object.values(linePages).flatMap((group) => group.map(({ route }) => route)),
  ...Object.values(site.menus)
    .flat()
    .flatMap(({ route, children = [] }) => [route, ...children.map((child) => child.route)]),
]);

/** The third tap: a page of the menus, and the file below `features` whose link leads on. */
const ledToBy: Record<string, [from: string, file: string]> = {
  'recharge-meter': ['recharge', 'recharge/meter/small-meter.tsx'],
  purchase: ['history', 'usage/recharges/recharge-row.tsx'],
  'change-email': ['profile', 'profile/email-section.tsx'],
  'change-password': ['profile', 'profile/profile-page.tsx'],
  sessions: ['profile', 'profile/profile-page.tsx'],
  deactivateNumber: ['profile', 'profile/profile-page.tsx'],
  'add-account': ['sub-accounts', 'accounts/accounts-page.tsx'],
  'switch-plan': ['my-plan', 'my-plan/other-plans.tsx'],
  bundles: ['shop', 'bundles/shop/shop-section.tsx'],
  'support-inquiry': ['support', 'help/help-page.tsx'],
  'support-chat': ['support', 'help/help-page.tsx'],
  reseller: ['support', 'help/help-page.tsx'],
  'activate-internet-settings': ['support', 'help/cards.tsx'],
};

/** Pages that are no place to go to: each opens from a link or from a step of another page. */
const notInMenus: Record<string, string[]> = {
  'for guests only': [
    'directLogin',
    'quicklogin',
    'resetpassword',
    'social',
    'second-factor',
    'select-account',
  ],
  'from a message or from the app': [
    'line-end',
    'payinvoice',
    'not-me',
    'leaving',
    'message-link',
    'order-link',
    'unsubscribe',
    'activate-email',
    'referral-banner',
    'customer-complaints-app',
    'loyalty-faq',
    'hawakom-faq',
  ],
  'after a choice on the page before': ['compare-plans', 'compare-bundles', 'service-request'],
  'another address of a page': ['subscribeBundle'],
  'of the operator': ['pages', 'maintenance'],
};

const exempt = new Set(Object.values(notInMenus).flat());

it('leads to every page within three taps of the dashboard', () => {
  const lost = site.routes
    .map(({ key }) => key)
    .filter((key) => !inMenus.has(key) && !(key in ledToBy) && !exempt.has(key));
  expect(lost, 'add these pages to a menu, or say in this file which page leads to them').toEqual([]);
});

it.each(Object.entries(ledToBy))('has a link to %s on a page of the menus', (key, [from, file]) => {
  expect(inMenus.has(from), `${from} is in a menu`).toBe(true);
  const path = `src/features/${file}`;
  expect(existsSync(path)).toBe(true);
  const address = new RegExp(`['"\`/]${key}['"\`/]`);
  expect(readFileSync(path, 'utf8')).toMatch(address);
});

it('lists no page twice, and none that the site does not have', () => {
  const named = [...Object.keys(ledToBy), ...exempt];
  expect(named.filter((key) => inMenus.has(key))).toEqual([]);
  const keys = new Set(site.routes.map(({ key }) => key));
  expect(named.filter((key) => !keys.has(key))).toEqual([]);
});
