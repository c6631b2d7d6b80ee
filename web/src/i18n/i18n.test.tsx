import { act, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '@/app/activate-language';
import { minimalSite } from '@/lib/site/minimal-site';
import { learnSite } from '@/lib/site/site';
import { deferred } from '@/testing/deferred';
import { i18n, loadNamespaces, loadTexts } from '.';
import type { Texts } from './all-texts';

const arabic = vi.hoisted(() => ({ load: async () => {} }));
vi.mock('./locales/ar/credentials.json', async (original) => {
  await arabic.load();
  return original();
});

/** Texts of a test, which the types do not know. */
const textOf = (key: string, values?: object) =>
  (i18n.t as unknown as (key: string, values?: object) => string)(key, values);

const put = (language: string, namespace: string, texts: Texts) =>
  i18n.addResourceBundle(language, namespace, texts, true, true);

function Page() {
  const { t } = useTranslation('home');
  return <h1>{t('title')}</h1>;
}

function Links() {
  const { t } = useTranslation('links');
  return <h2>{t('title')}</h2>;
}

beforeEach(async () => {
  await activateLanguage('en');
  await loadNamespaces('home');
});

describe('a page shows the texts of the one instance', () => {
  it('and changes with its language', async () => {
    render(<Page />);
    expect(screen.getByRole('heading')).toHaveTextContent('Your new number');
    await act(() => activateLanguage('ar'));
    expect(screen.getByRole('heading')).toHaveTextContent(i18n.t('home:title'));
    expect(screen.getByRole('heading')).toHaveTextContent('رقمك الجديد');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  });

  it("and changes when the server's words come", () => {
    render(<Page />);
    act(() => learnSite('en', { ...minimalSite, translation: { 'home:title': 'Words of the operator' } }));
    expect(screen.getByRole('heading')).toHaveTextContent('Words of the operator');
    expect(i18n.t('home:lead'), 'other texts stay').toMatch(/\w/);
  });

  it('and stays in English if the visitor goes back while Arabic loads', async () => {
    await loadNamespaces('credentials');
    const slow = deferred();
    arabic.load = () => slow.promise;
    render(<Page />);
    const toArabic = activateLanguage('ar');
    await act(() => activateLanguage('en'));
    slow.resolve();
    await act(() => toArabic);
    expect(i18n.hasResourceBundle('ar', 'credentials'), 'Arabic has come').toBe(true);
    expect(i18n.language).toBe('en');
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('heading')).toHaveTextContent(i18n.t('home:title', { lng: 'en' }));
  });
});

describe('a file that does not load', () => {
  it('fails the page, and loads on the next request', async () => {
    await expect(loadNamespaces('unknown')).rejects.toThrow('no texts: unknown');
    await expect(loadNamespaces('unknown')).rejects.toThrow('no texts: unknown');
  });

  it('fails no other page that loads at the same time', async () => {
    const failed = expect(loadNamespaces('unknown')).rejects.toThrow();
    await loadNamespaces('shell');
    await failed;
  });
});

describe('bad input', () => {
  it('shows the Arabic text that English lacks', async () => {
    put('en', 'links', { given: 'Given' });
    expect(i18n.hasResourceBundle('ar', 'links')).toBe(false);
    render(<Links />);
    expect(await screen.findByText(/[\u0620-\u06ff]/)).toBeVisible();
    expect(textOf('links:given')).toBe('Given');
  });

  it('shows the form "other" instead of a plural form that is missing', async () => {
    await activateLanguage('ar');
    put('ar', 'common', { boxes_one: 'صندوق', boxes_other: '{{count}} صندوق' });
    expect(textOf('boxes', { count: 1 })).toBe('صندوق');
    expect(textOf('boxes', { count: 3 })).toBe('3 صندوق');
  });

  it("takes a server's word for a key that no file has", async () => {
    learnSite('en', { ...minimalSite, translation: { 'faq:new.key': 'New', 'faq:title.below': 'Below' } });
    await loadTexts('en', ['faq']);
    expect(textOf('faq:new.key')).toBe('New');
    expect(textOf('faq:new')).toBe('new');
    expect(textOf('faq:never.given')).toBe('never.given');
  });

  it('shows HTML in a value as text', () => {
    put('en', 'common', { hello: 'Hello {{name}}' });
    const name = '<img src=x onerror="alert(1)"> & {{hello}} $t(common:hello)';
    const { container } = render(<p>{textOf('hello', { name })}</p>);
    expect(container.querySelector('img')).toBeNull();
    expect(container).toHaveTextContent(`Hello ${name}`);
  });

  it('shows nothing for a value that is missing', () => {
    put('en', 'common', { hello: 'Hello {{name}}!' });
    expect(textOf('hello')).toBe('Hello !');
    expect(textOf('hello', { name: null })).toBe('Hello !');
  });
});
