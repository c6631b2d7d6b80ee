import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { useSaidPlace } from '@/lib/site/belongs-to';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import { above } from './trail-of-line';
import { usePageRoute } from './use-page-route';

/**
 * The pages of a line in groups: the sidebar of the specification (section 2), and the pages of the account.
 * `slug` names the text and the entry that an account can hide, `route` the page.
 */
export const linePages = {
  line: [
    { slug: 'usage', route: 'dashboard' },
    { slug: 'my-plan', route: 'my-plan' },
    { slug: 'multi-sim', route: 'multi-sim' },
    { slug: 'sim-information', route: 'sim-information' },
    { slug: 'number-settings', route: 'number-settings' },
    { slug: 'replace-sim', route: 'replace-sim' },
  ],
  money: [
    { slug: 'recharge', route: 'recharge' },
    { slug: 'history', route: 'history', permission: 'history' },
    { slug: 'myBills', route: 'myBills', permission: 'bills', only: 'postpaid' },
    { slug: 'creditLimit', route: 'credit-limit', permission: 'bills', only: 'postpaid' },
    { slug: 'auto-payment', route: 'auto-payment', only: 'prepaid' },
    { slug: 'creditTransfer', route: 'transfer', permission: 'credit_transfer', only: 'prepaid' },
    { slug: 'cards', route: 'cards' },
    { slug: 'promo', route: 'promo' },
  ],
  bundles: [
    { slug: 'addonsData', route: 'addonsData' },
    { slug: 'addonsMinutes', route: 'addonsMinutes' },
    { slug: 'addonsSms', route: 'addonsSms' },
    { slug: 'customizeBundle', route: 'customizeBundle', permission: 'bundles_build_your_bundle' },
    { slug: 'special_services', route: 'services' },
    { slug: 'entertainment', route: 'entertainment' },
    { slug: 'games', route: 'games' },
  ],
  account: [
    { slug: 'profile', route: 'profile' },
    { slug: 'sub-accounts', route: 'sub-accounts' },
    { slug: 'orders', route: 'my-orders' },
    { slug: 'refer', route: 'refer' },
    { slug: 'complaint', route: 'complaint' },
    { slug: 'support', route: 'support' },
  ],
} as const;

type Group = keyof typeof linePages;
type Entry = (typeof linePages)[Group][number];

export interface LinePage {
  slug: Entry['slug'];
  route: Entry['route'];
  path: string;
  /** `page` on the page itself, true on a page below it. */
  current: 'page' | true | undefined;
}

const groups = Object.keys(linePages) as Group[];

/** Returns the groups of pages that exist and that the line may open, each with its address. */
export function useLinePages(): { group: Group; pages: LinePage[] }[] {
  const session = useSession();
  const language = useLanguage();
  const routes = useSite()?.routes ?? [];
  const page = usePageRoute()?.key ?? '';
  const way = above(page, useSaidPlace());
  const kind = (session.selected ?? session.user)?.properties?.subscription_type;
  const pageOf = (entry: Entry): LinePage[] => {
    const route = routes.find(({ key }) => key === entry.route);
    const ofThisKind = !('only' in entry) || kind === undefined || entry.only === kind;
    const open = isOpenTo(session, entry) && isOpenTo(session, { permission: route?.permission });
    if (!(route && ofThisKind && open)) {
      return [];
    }
    const isAbove = way.some((each) => each === entry.route);
    return [
      {
        slug: entry.slug,
        route: entry.route,
        path: `/${language}/${route.rewrite_url}`,
        current: entry.route === page ? 'page' : isAbove || undefined,
      },
    ];
  };
  return groups.flatMap((group) => {
    const pages = linePages[group].flatMap(pageOf);
    return pages.length > 0 ? [{ group, pages }] : [];
  });
}
