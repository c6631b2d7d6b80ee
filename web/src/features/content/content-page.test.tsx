import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serveSite } from '@/testing/site';

it.each([
  ['en', 'about', 'About us'],
  ['en', 'careers', 'Careers'],
  ['en', 'business', 'For business'],
  ['en', 'terms', 'Terms and conditions'],
  ['en', 'rights-and-responsibilities', 'Rights and responsibilities'],
  ['en', 'disclaimer', 'Disclaimer'],
  ['en', 'pages/services', 'What our lines can do'],
  ['en', 'pages/postpaid', 'Postpaid lines'],
  ['ar', 'من-نحن', 'من نحن'],
  ['ar', 'الوظائف', 'الوظائف'],
  ['ar', 'قطاع-الأعمال', 'قطاع الأعمال'],
  ['ar', 'terms', 'الشروط والأحكام'],
  ['ar', 'الحقوق-والواجبات', 'الحقوق والواجبات'],
  ['ar', 'إخلاء-المسؤولية', 'إخلاء المسؤولية'],
])('shows the words of the operator (%s %s)', async (language, path, title) => {
  serveSite();
  renderApp(`/${language}/${path}`);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('article').textContent?.length).toBeGreaterThan(200);
});

it('opens the steps of one phone and closes those of the others', async () => {
  serveSite();
  const { user } = renderApp('/en/internet-settings');
  await user.click(await screen.findByText('Android'));
  expect(screen.getByText(/Access Point Names\*, and add one/)).toBeVisible();
  const phones = screen.getAllByRole('group');
  expect(phones).toHaveLength(4);
  for (const phone of phones) {
    expect(phone).toHaveAttribute('name', 'choice');
  }
});

it('leads from the slug of the other language to the slug of this one', async () => {
  serveSite();
  const { path } = renderApp('/ar/صفحات/postpaid');
  expect(await screen.findByRole('heading', { level: 1, name: 'الخطوط المفوترة' })).toBeVisible();
  expect(path()).toBe('/ar/صفحات/الخطوط-المفوترة');
});

it.each(['/en/pages/nothing', '/en/pages/a/b', '/en/pages'])('has no page at %s', async (address) => {
  serveSite();
  renderApp(address);
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
});

it('says that a page could not be loaded, and asks again', async () => {
  serveSite();
  let fails = true;
  server.use(
    http.get(api('/content/pages/about'), () =>
      fails
        ? HttpResponse.json({ message: 'Down', messageKey: 'x', code: -1, traceId: 't' }, { status: 500 })
        : undefined,
    ),
  );
  const { router } = renderApp('/en/about');
  expect(await screen.findByRole('alert')).toBeVisible();
  fails = false;
  await router.navigate('/en/careers');
  expect(await screen.findByRole('heading', { level: 1, name: 'Careers' })).toBeVisible();
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
});

it('clears the former page once another one is open (APP-10)', async () => {
  serveSite();
  const { router } = renderApp('/en/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
  await router.navigate('/en/careers');
  expect(await screen.findByRole('heading', { level: 1, name: 'Careers' })).toBeVisible();
  expect(screen.queryByText(/mobile operator in the Kingdom/)).toBeNull();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it('follows a link of the text within the app', async () => {
  serveSite();
  server.use(
    http.get(api('/content/pages/about'), () =>
      HttpResponse.json({
        data: {
          slug: 'about',
          title: 'About us',
          lead: 'In short',
          body: '<p><a href="/en/careers">Work with us</a></p>',
          choices: [],
          url: '/en/about',
        },
      }),
    ),
  );
  const { user, path } = renderApp('/en/about');
  await user.click(await screen.findByRole('link', { name: 'Work with us' }));
  await waitFor(() => expect(path()).toBe('/en/careers'));
});
