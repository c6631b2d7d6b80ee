import { HttpResponse, http } from 'msw';
import type { Bundle, Offer } from '@/api/gen-bundles';
import { api, refuse, server } from './server';

/** A bundle of the catalogue, changed by the test. */
export const bundleOf = (over: Partial<Bundle> = {}): Bundle => ({
  id: 'net-saver-5',
  category: 'data-net-saver',
  name: 'Net Saver 5 GB',
  description: '5 GB for a month',
  tags: [],
  items: [{ type: 'data', unit: 'MB', amount: 5_120 }],
  validityDays: 30,
  price: 3_000,
  total: 3_450,
  subscriptions: ['prepaid', 'postpaid'],
  single: false,
  renews: false,
  availability: ['web', 'app'],
  ...over,
});

/** Serves a catalogue with the server's filters, two bundles to a page. */
export function serveBundles(all: Bundle[]): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/users/current/bundles'), () => HttpResponse.json({ data: { bought: [], scheduled: [] } })),
    http.get(api('/users/current/renewals'), () => HttpResponse.json({ data: [] })),
    http.get(api('/bundles'), ({ request }) => {
      const { searchParams, search } = new URL(request.url);
      asked.push(search);
      const page = Number(searchParams.get('page'));
      const category = searchParams.get('category');
      const tag = searchParams.get('tag');
      const gives = searchParams.get('gives');
      const found = all.filter(
        (bundle) =>
          (!category || bundle.category === category) &&
          (!tag || bundle.tags.some((one) => one === tag)) &&
          (!gives || bundle.items.some(({ type }) => type === gives)),
      );
      const items = found.slice((page - 1) * 2, page * 2);
      return HttpResponse.json({ items, page, per_page: 2, hasMore: found.length > page * 2 });
    }),
    http.get(api('/bundles/:id'), ({ params }) => {
      const bundle = all.find(({ id }) => id === params.id);
      return bundle
        ? HttpResponse.json({ data: bundle })
        : refuse(404, { message: 'Not on sale', messageKey: 'bundle_not_found' });
    }),
  );
  return asked;
}

/** Serves offers, with the featured offers separate. */
export const serveOffers = (all: Offer[]): void =>
  server.use(
    http.get(api('/offers'), ({ request }) => {
      const featured = new URL(request.url).searchParams.get('featured') === '1';
      const items = all.filter((offer) => offer.featured === featured);
      return HttpResponse.json({ items, page: 1, per_page: 10, hasMore: false });
    }),
    http.get(api('/offers/:id'), ({ params }) => {
      const offer = all.find(({ id }) => id === params.id);
      return offer
        ? HttpResponse.json({ data: offer })
        : refuse(404, { message: 'Over', messageKey: 'offer_not_found' });
    }),
  );
