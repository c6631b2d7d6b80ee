import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';
import { renderApp } from '@/testing/render';
import { serveSite } from '@/testing/site';

const reachable = () => ({
  settings: { ...minimalSite.settings, supportPhone: '920000000' },
  translation: { 'help:hours': 'Every day', 'help:email': 'care@example.com' },
});

it.each([
  ['en', 'Call support 920000000', 'Where is my order?'],
  ['ar', 'اتصل بالدعم 920000000', 'أين طلبي؟'],
])('says how support is reached (%s)', async (language, call, find) => {
  serveSite(reachable);
  renderApp(`/${language}/help`);
  expect(await screen.findByRole('link', { name: call })).toHaveAttribute('href', 'tel:920000000');
  expect(screen.getByText('Every day')).toBeVisible();
  expect(screen.getByRole('link', { name: 'care@example.com' })).toHaveAttribute(
    'href',
    'mailto:care@example.com',
  );
  expect(screen.getByRole('link', { name: find })).toHaveAttribute('href', `/${language}/find-order`);
});

it('shows no number, hours or address that the site does not name', async () => {
  serveSite();
  renderApp('/en/help');
  expect(await screen.findByText(/There is no number to call/)).toBeVisible();
  expect(screen.queryByText('Every day')).toBeNull();
});

it('shows the order and the error that a page passed on', async () => {
  serveSite(reachable);
  renderApp('/en/help?order=SC-1234567&error=0af7651916cd43dd');
  expect(await screen.findByText('SC-1234567')).toBeVisible();
  expect(screen.getByText('0af7651916cd43dd')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Copy the order number' })).toBeVisible();
});

it('shows no invalid number of the address', async () => {
  serveSite(reachable);
  renderApp('/en/help?order=call%200900%20123&error=%3Cscript%3E');
  await screen.findByRole('link', { name: /Call support/ });
  expect(screen.queryByText(/0900/)).toBeNull();
  expect(screen.queryByText(/script/)).toBeNull();
});

it('is offered at an unknown address (APP-7)', async () => {
  serveSite(reachable);
  renderApp('/en/there-is-no-such-page');
  expect(await screen.findByRole('link', { name: 'Support' })).toHaveAttribute('href', '/en/help');
});

it.each([
  ['en', 'Questions and answers', '/en/faq', 'How can I recharge?', '/en/faq/ways-to-recharge'],
  ['ar', 'الأسئلة الشائعة', '/ar/الأسئلة-الشائعة', 'كيف أشحن رصيدي؟', '/ar/الأسئلة-الشائعة/طرق-الشحن'],
])('leads to answers, and shows what people ask most (%s)', async (language, name, faq, question, at) => {
  serveSite(reachable);
  renderApp(`/${language}/help`);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', faq);
  const section = (await screen.findByRole('heading', { name: /most common|شيوعًا/i })).closest('section');
  expect(section?.querySelector(`a[href="${at}"]`)).toHaveTextContent(question);
});

it('searches for an answer', async () => {
  serveSite(reachable);
  const { user, router } = renderApp('/en/help');
  const main = within(await screen.findByRole('main'));
  await user.type(await main.findByRole('searchbox'), 'refund{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/search'));
  expect(router.state.location.search).toBe('?query=refund');
});

it.each([
  ['en', 'Find a store', '/en/stores'],
  ['ar', 'ابحث عن فرع', '/ar/الفروع'],
])('leads to the stores (%s)', async (language, store, address) => {
  serveSite(reachable);
  renderApp(`/${language}/help`);
  expect(await screen.findByRole('link', { name: store })).toHaveAttribute('href', address);
});
