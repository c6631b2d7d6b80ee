import { templates } from '@/app/templates';
import { minimalSite } from '@/lib/site/minimal-site';
import type { MenuItem, Site } from '@/lib/site/site';
import { listOf, quoted, slot, type Variant } from './slots';
import { questionSlug } from './stand-in-words';

/**
 * Pages with an address that the web app knows. If a site uses another address, the app renders the page
 * itself.
 */
export const fixedAddresses: Record<string, string> = { home: '', login: 'login', 'order-sim': 'order-sim' };

const addresses = new Map<string, string>();

/** A prerendered page that serves many addresses has the address of the current page. */
const ownAddresses: Record<string, string> = { 'content-page': slot('{{$.Here}}') };

/** Returns the address of a page after the language. */
export function addressOf(key: string): string {
  const own = key === 'question' ? `${addressOf('faq')}/${questionSlug}` : ownAddresses[key];
  const known = own ?? fixedAddresses[key] ?? addresses.get(key) ?? slot(`{{$.Address ${quoted(key)}}}`);
  addresses.set(key, known);
  return known;
}

/** A route has the name of its template, with this exception. */
const keyOf = (template: string) => (template === 'help' ? 'support' : template);

const route = (key: string, template: string): Site['routes'][number] => ({
  key,
  template,
  rewrite_url: addressOf(key),
  layout: 'default',
  requiresSignIn: false,
});

/** The routes of all templates, and of the content pages that other pages link to. */
const routes = [
  ...Object.keys(templates).map((template) => route(keyOf(template), template)),
  route('activate-internet-settings', 'content-page'),
];

/** The targets of a link: another page, another site, none; for a menu entry also the current page. */
type Way = [kind: string, path: string | undefined];
const inner: Way = ['inner', `/${slot('{{.Inner}}')}`];
const outer: Way = ['outer', `https://${slot('{{.Outer}}')}`];
const nowhere: Way = ['none', undefined];
const waysFrom = (page: string): Way[] => [['here', page], inner, outer];

const isOf = ([kind]: Way) => `eq .Kind ${quoted(kind)}`;
const title = slot('{{.Title}}');
const text = slot('{{.Text}}');

function entries(range: string, page: string, groups: boolean, found?: MenuItem): MenuItem[] {
  const leaves = waysFrom(page).map(
    (way): Variant<MenuItem> => ({
      when: isOf(way),
      item: { slug: way[0], title, path: way[1], children: [] },
    }),
  );
  if (!groups) {
    return listOf(range, leaves);
  }
  const parents = [...waysFrom(page), nowhere].map(
    (way): Variant<MenuItem> => ({
      when: `and .Children (${isOf(way)})`,
      item: { slug: `group-${way[0]}`, title, path: way[1], children: entries('.Children', page, false) },
    }),
  );
  return listOf(range, [...parents, ...leaves], found);
}

function slides(): Site['homepage']['sliders'] {
  const variants = [0, 1].flatMap((at) =>
    [inner, outer].flatMap((way) =>
      [true, false].map((pictured) => ({
        when: `and (eq .First ${at === 0}) (${isOf(way)}) (eq .Pictured ${pictured})`,
        at,
        item: {
          id: `${at} ${way[0]} ${pictured}`,
          title,
          text,
          action: slot('{{.Action}}'),
          url: way[1] ?? '',
          desktop_image: pictured ? slot('{{.Image}}') : undefined,
          phone_image: pictured ? slot('{{.PhoneImage}}') : undefined,
        },
      })),
    ),
  );
  return listOf('.Slides', variants);
}

/** The site's text above its plans. */
export const aboutPlans = {
  key: 'packages',
  title: slot('{{$.About.Title}}'),
  text: slot('{{$.About.Text}}'),
};

function sections(): Site['homepage']['sections'] {
  const variants = [inner, outer, nowhere].map((way) => ({
    when: isOf(way),
    item: { key: way[0], title, text, url: way[1] },
  }));
  return listOf('.Sections', variants, aboutPlans);
}

/** An amount whose figures can be found in the page. */
export const anyPrice = { halalas: 77_177_100, shown: '771,771' };

/** The types of allowances. Each has a variant of its own, because the page draws an icon for it. */
const allowances = [
  ...['local_min', 'int_min', 'roaming_min', 'data', 'social_media', 'wifi_data', 'roaming_data'],
  ...['social_person', 'sms', 'multi_sim', 'allowance', 'email'],
];

const contents = (): Site['packages'][number]['items'] =>
  listOf(
    '.Items',
    allowances.map((type) => ({
      when: `eq .Type ${quoted(type)}`,
      item: { type, unit: 'MB', label: slot('{{.Label}}') },
    })),
  );

/** Both types of lines are there, so that the page has the choice between them. */
const packages = (): Site['packages'] =>
  listOf(
    '.Packages',
    [inner, outer].flatMap((way) =>
      (['prepaid', 'postpaid'] as const).map((subscriptionType): Variant<Site['packages'][number]> => {
        const free = subscriptionType === 'postpaid';
        return {
          when: `and (${isOf(way)}) (eq .Free ${free})`,
          item: {
            id: slot('{{.Id}}'),
            title,
            details: '',
            price: free ? 0 : anyPrice.halalas,
            period: slot('{{.Period}}'),
            subscriptionType,
            items: contents(),
            url: way[1] ?? '',
          },
        };
      }),
    ),
  );

/** The trail above a page: its group in the menu, and the page above it. */
export const foundGroup = slot('{{.Group}}');
export const foundAbove = slot('{{.Above}}');
export const contact = { hours: slot('{{.Hours}}'), email: slot('{{.Email}}') };

/** Returns a site with a slot for each text and address. */
export function standIn(page: string, withPhone: boolean): Site {
  const above = { slug: 'above', title: foundAbove, children: [] };
  const group = { slug: 'found', title: foundGroup, children: [above] };
  return {
    ...minimalSite,
    routes,
    settings: { ...minimalSite.settings, supportPhone: withPhone ? slot('{{.Phone}}') : '' },
    translation: { 'help:hours': contact.hours, 'help:email': contact.email },
    mainMenu: { slug: 'main-menu', items: entries('.MainMenu', page, true, group) },
    footerMenu: { slug: 'footer-menu', items: entries('.FooterMenu', page, true) },
    footerLast: { slug: 'footer-last', items: entries('.FooterLast', page, false) },
    homepage: { sliders: slides(), sections: sections() },
    packages: packages(),
  };
}
