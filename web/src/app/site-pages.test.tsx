import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { i18n } from '@/i18n';
import { renderApp } from '@/testing/render';
import { serveSite, siteRoutes } from '@/testing/site';

it('applies the texts of the server over its own', async () => {
  serveSite(() => ({ translation: { 'common:footer.rights': 'Said by the server' } }));
  renderApp('/en/terms');
  expect(await screen.findByText('Said by the server')).toBeVisible();
});

it('shows a page only at the address that the server names', async () => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'terms' ? { ...route, rewrite_url: 'legal/conditions' } : route,
    ),
  }));
  const { router } = renderApp('/en/legal/conditions');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  await router.navigate('/en/terms');
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
});

it('has no page for a route that the server took away', async () => {
  serveSite((language) => ({ routes: siteRoutes(language).filter(({ key }) => key !== 'terms') }));
  renderApp('/en/terms');
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/en/');
  expect(screen.getByRole('link', { name: 'Go to the shop' })).toHaveAttribute('href', '/en/shop');
  expect(screen.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/en/help');
});

const withArabicTerms = (language: 'en' | 'ar') => ({
  routes: siteRoutes(language).map((route) =>
    route.key === 'terms' && language === 'ar' ? { ...route, rewrite_url: 'الشروط' } : route,
  ),
});

it('leads from the slug of one language to the slug of the other', async () => {
  serveSite(withArabicTerms);
  const { router, path, user } = renderApp('/en/terms');
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  await user.click(screen.getByRole('link', { name: 'العربية' }));
  await waitFor(() => expect(path()).toBe('/ar/الشروط'));
  expect(await screen.findByRole('heading', { level: 1, name: /الشروط/ })).toBeVisible();
  await router.navigate('/en/');
  await router.navigate(-1);
  await waitFor(() => expect(path()).toBe('/ar/الشروط'));
});

it('names the language to which its link leads, also while the texts change', async () => {
  serveSite(withArabicTerms);
  renderApp('/en/terms');
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  await act(() => i18n.changeLanguage('ar')); // the texts change before the address does
  expect(screen.getByRole('link', { name: 'العربية' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/ar\//),
  );
  expect(screen.queryByRole('link', { name: 'English' })).toBeNull();
});

it('goes back to the language that was left (APP-2)', async () => {
  serveSite(withArabicTerms);
  const { router, path, user } = renderApp('/en/terms');
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  await user.click(screen.getByRole('link', { name: 'العربية' }));
  await screen.findByRole('heading', { level: 1, name: /الشروط/ });
  await router.navigate(-1);
  await waitFor(() => expect(path()).toBe('/en/terms'));
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
});

it('opens an address with an Arabic slug at once', async () => {
  serveSite(withArabicTerms);
  renderApp('/ar/الشروط');
  expect(await screen.findByRole('heading', { level: 1, name: /الشروط/ })).toBeVisible();
});

it.each([
  ['default', true, true],
  ['plain', false, false],
  ['footer-only', false, true],
] as const)('surrounds a page of layout %s as it says', async (layout, header, footer) => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) => (route.key === 'terms' ? { ...route, layout } : route)),
  }));
  renderApp('/en/terms');
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  expect(screen.queryByRole('navigation', { name: 'Main' }) !== null).toBe(header);
  expect(screen.queryByRole('contentinfo') !== null).toBe(footer);
});
