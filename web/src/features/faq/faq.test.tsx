import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSite } from '@/testing/site';

it.each([
  ['en', '/en/faq', 'Orders and delivery', 'Where is my order?'],
  ['ar', '/ar/الأسئلة-الشائعة', 'الطلبات والتوصيل', 'أين طلبي؟'],
])('lists what people ask, by topic (%s)', async (_language, address, topic, question) => {
  serveSite();
  const { user } = renderApp(address);
  expect(await screen.findByRole('heading', { level: 2, name: topic })).toBeVisible();
  await user.click(screen.getByText(question));
  expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(25);
});

it('shows one topic, and keeps it in the address', async () => {
  serveSite();
  const { user, router } = renderApp('/en/faq');
  await user.click(await screen.findByRole('radio', { name: 'eSIM' }));
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1));
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('eSIM');
  expect(router.state.location.search).toBe('?topic=esim');
});

it('says that there are no questions, and retries after a failure', async () => {
  serveSite();
  let fails = true;
  server.use(
    http.get(api('/faq'), () =>
      fails
        ? HttpResponse.json({ message: 'No', messageKey: 'x', code: -1, traceId: 't' }, { status: 400 })
        : HttpResponse.json({ data: { topics: [], items: [] } }),
    ),
  );
  const { user } = renderApp('/en/faq');
  fails = true;
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  fails = false;
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No questions are answered here yet.')).toBeVisible();
});

it('shows one question by its slug, with others of its topic', async () => {
  serveSite();
  renderApp('/en/faq/install-an-esim');
  expect(await screen.findByRole('heading', { level: 1, name: 'How do I install my eSIM?' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Does my phone take an eSIM?' })).toHaveAttribute(
    'href',
    '/en/faq/which-phones-take-an-esim',
  );
});

const post = { id: 70, topic: 'inside', feature: false, show_in_mobile: true, show_in_web: true };
const first = { ...post, title: 'Came along?', details: '<p>Yes.</p>', slug: 'came', url: '/en/faq/came' };
const second = { ...first, id: 71, title: 'Both of us?', slug: 'both', url: '/en/faq/both' };

/**
 * Renders the app in a document of this age that contains both questions; returns the requests to the API.
 */
function renderWithAnswersInside(ageMs: number): string[] {
  serveSite();
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - ageMs);
  const asked: string[] = [];
  server.use(
    http.get(api('/faq*'), ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.error();
    }),
  );
  const block = document.createElement('script');
  Object.assign(block, { type: 'application/json', id: 'answers', lang: 'en' });
  block.textContent = JSON.stringify({
    'question came': { data: first },
    'questions inside': { data: { topics: [], items: [first, second] } },
  });
  document.head.append(block);
  renderApp('/en/faq/came');
  return asked;
}

it('does not request data that came inside the document', async () => {
  const asked = renderWithAnswersInside(1_000);
  expect(await screen.findByRole('heading', { level: 1, name: 'Came along?' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Both of us?' })).toBeVisible();
  expect(asked).toEqual([]);
});

it('shows the data of an old document, and requests it again', async () => {
  const asked = renderWithAnswersInside(60_000);
  expect(await screen.findByRole('heading', { level: 1, name: 'Came along?' })).toBeVisible();
  await waitFor(() => expect(asked).toContain('/api/faq/came'));
  expect(screen.getByRole('link', { name: 'Both of us?' })).toBeVisible();
});

it('leads from the slug of the other language to the slug of the address', async () => {
  serveSite();
  const { path } = renderApp('/en/faq/تثبيت-الشريحة-الإلكترونية');
  await waitFor(() => expect(path()).toBe('/en/faq/install-an-esim'));
});

it('leads on from a question that is gone', async () => {
  serveSite();
  renderApp('/en/faq/nothing');
  expect(
    await screen.findByRole('heading', { name: 'This question is not answered here any more' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'All questions' })).toHaveAttribute('href', '/en/faq');
});

it('takes an opinion, and a changed opinion', async () => {
  serveSite();
  const said: unknown[] = [];
  server.use(
    http.post(api('/auth/device'), () => HttpResponse.json({ data: { auth_token: 'device' } })),
    http.put(api('/faq/8/helpful'), async ({ request }) => {
      said.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp('/en/faq/install-an-esim');
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Good to hear. Thank you.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(await screen.findByText(/Thank you for telling us/)).toBeVisible();
  expect(said).toEqual([{ helpful: true }, { helpful: false }]);
});

it.each([
  ['/en/loyalty-faq', 'Bonuses and invitations', 'What do I get for recharging?'],
  ['/en/hawakom-faq', 'Questions about Hawakom', 'What is Hawakom?'],
  ['/ar/loyalty-faq', 'المكافآت والدعوات', 'ما مكافأة الشحن؟'],
  ['/ar/hawakom-faq', 'أسئلة عن هواكم', 'ما باقات هواكم؟'],
])('shows the questions of one topic without header and footer (%s)', async (address, title, question) => {
  serveSite();
  renderApp(address);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await screen.findByText(question)).toBeVisible();
  expect(document.querySelectorAll('header'), 'that of the page alone').toHaveLength(1);
  expect(screen.queryByRole('contentinfo')).toBeNull();
  expect(screen.queryByRole('link', { name: /page of its own|صفحة مستقلة/ }), 'none out of it').toBeNull();
});

it('keeps its heading if a question cannot be shown', async () => {
  serveSite();
  server.use(http.get(api('/faq/:slug'), () => refuse(409, { message: 'Not now' })));
  renderApp('/en/faq/install-an-esim');
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
});
