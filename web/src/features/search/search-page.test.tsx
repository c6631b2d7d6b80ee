import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { selectAccount } from '@/lib/session';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';
import { serveSite } from '@/testing/site';

const results = Array.from({ length: 12 }, (_, at) => ({
  title: `Result ${at + 1}`,
  excerpt: at === 0 ? 'The first of all' : '',
  url: at === 1 ? 'https://elsewhere.example/' : `/en/terms?at=${at}`,
  matched: at === 0 ? ['first'] : [],
}));

/** Finds twelve results for "sim" and none for other words; records the requests. */
function serveSearch(): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/content/search'), ({ request }) => {
      const params = new URL(request.url).searchParams;
      const [page, perPage] = [Number(params.get('page')), Number(params.get('per_page'))];
      asked.push(`${params.get('query')} ${page} ${request.headers.get('accept-language')}`);
      const all = params.get('query') === 'sim' ? results : [];
      const items = all.slice((page - 1) * perPage, page * perPage);
      return HttpResponse.json({ items, total: all.length, page, per_page: perPage });
    }),
  );
  return asked;
}

const field = () => screen.findByRole('searchbox', { name: 'Search the site' });

it('opens from the header field with its text', async () => {
  const asked = serveSearch();
  const { user, path } = renderApp('/en/terms');
  expect((await field()).closest('form'), 'without scripts, too').toHaveAttribute('action', '/en/search');
  await user.type(await field(), '  sim{Enter}');
  await waitFor(() => expect(path()).toBe('/en/search'));
  const heading = await screen.findByRole('heading', { name: '12 results for “sim”' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(await field()).toHaveValue('sim');
  expect(asked).toEqual(['sim 1 en']);
  const first = screen.getByRole('link', { name: 'Result 1' });
  expect(first).toHaveAttribute('href', '/en/terms?at=0');
  expect(screen.getByText('first')).toHaveProperty('tagName', 'MARK');
  expect(screen.getByText('first').parentElement).toHaveTextContent('The first of all');
  expect(screen.getByRole('link', { name: 'Result 2' })).toHaveAttribute(
    'href',
    'https://elsewhere.example/',
  );
});

it('opens the field by a button in a narrow bar', async () => {
  const { user, path } = renderApp('/en/terms');
  const button = await screen.findByRole('button', { name: 'Search', expanded: false });
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(path(), 'nothing to look for').toBe('/en/terms');
  await user.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();
});

it('turns the pages, ten results on each', async () => {
  const asked = serveSearch();
  const { user, router } = renderApp('/en/search?query=sim');
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of results' }));
  expect(screen.getAllByRole('listitem').filter((item) => /Result/.test(item.textContent))).toHaveLength(10);
  expect(pages.getByText('Page 1 of 2')).toBeVisible();
  expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await user.click(pages.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('link', { name: 'Result 12' })).toBeVisible();
  expect(router.state.location.search).toBe('?query=sim&page=2');
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(asked).toEqual(['sim 1 en', 'sim 2 en']);
});

it('says that there are no results, and leads on', async () => {
  serveSearch();
  renderApp('/ar/search?query=كلمة');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'لا توجد نتائج عن «كلمة»' })).toHaveFocus());
  const ways = within(screen.getByRole('main'));
  expect(ways.getByRole('link', { name: 'الانتقال إلى الصفحة الرئيسية' })).toHaveAttribute('href', '/ar/');
  expect(ways.getByRole('link', { name: 'اطلب شريحة' })).toHaveAttribute('href', '/ar/order-sim');
});

it('suggests permitted menu pages if there are no results', async () => {
  serveSite(() => ({
    mainMenu: {
      slug: 'main-menu',
      items: [
        {
          slug: 'more',
          title: 'More',
          children: [
            { slug: 'terms', title: 'Terms of use', path: '/en/terms', children: [] },
            {
              slug: 'roaming-rates',
              title: 'Roaming',
              path: '/en/roaming',
              permission: 'roaming',
              children: [],
            },
            { slug: 'elsewhere', title: 'Elsewhere', path: 'https://elsewhere.example/', children: [] },
          ],
        },
      ],
    },
  }));
  serveSearch();
  await signIn([mainLine, subLine]);
  await selectAccount(subLine.subscription_id);
  renderApp('/en/search?query=zzqxv');
  const pages = within(await screen.findByRole('navigation', { name: 'The pages most people need' }));
  expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual(['Terms of use']);
});

it('refuses ten thousand characters without a request, and keeps the input', async () => {
  const asked = serveSearch();
  const long = 'x'.repeat(10_000);
  const { user, path } = renderApp('/en/search?query=sim');
  expect(await screen.findByRole('link', { name: 'Result 1' })).toBeVisible();
  await user.clear(await field());
  await user.click(await field());
  await user.paste(long);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '10000 characters, and at most 100 are possible',
  );
  expect(await field()).toHaveValue(long);
  expect(await field()).toHaveAccessibleDescription(/at most 100 are possible/);
  expect(screen.getByRole('link', { name: 'Result 1' }), 'what was found before').toBeVisible();
  expect(path()).toBe('/en/search');
  expect(asked).toEqual(['sim 1 en']);
  await user.clear(await field());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('refuses an address that is too long', async () => {
  const asked = serveSearch();
  renderApp(`/ar/search?query=${'ش'.repeat(101)}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('الحد الأقصى 100');
  expect(screen.getByRole('searchbox')).toHaveValue('ش'.repeat(101));
  expect(asked).toEqual([]);
});

it('asks again after a failure', async () => {
  serveSearch();
  server.use(http.get(api('/content/search'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/search?query=sim');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Result 1' })).toBeVisible();
});

it('sends no empty search, and sends the chosen line once it is known', async () => {
  const asked = serveSearch();
  await signIn([mainLine]);
  const { user } = renderApp('/en/search?query= ');
  await user.type(await field(), 'sim{Enter}');
  expect(await screen.findByRole('link', { name: 'Result 1' })).toBeVisible();
  expect(asked).toEqual(['sim 1 en']);
});

it('asks whether a misspelt word was meant otherwise', async () => {
  server.use(
    http.get(api('/content/search'), ({ request }) => {
      const query = new URL(request.url).searchParams.get('query');
      const meant = query === 'rekharge' ? { meant: 'recharge' } : {};
      return HttpResponse.json({ items: results.slice(0, 1), total: 1, page: 1, per_page: 10, ...meant });
    }),
  );
  const { user } = renderApp('/en/search?query=rekharge');
  await user.click(await screen.findByRole('link', { name: 'recharge' }));
  expect(await screen.findByRole('heading', { name: '1 result for “recharge”' })).toBeVisible();
  expect(await field()).toHaveValue('recharge');
  expect(screen.queryByText('Did you mean')).toBeNull();
});
