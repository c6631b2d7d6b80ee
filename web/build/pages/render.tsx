import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router';
import { App } from '@/app/app';
import { discoverPages, frame } from '@/app/routes';
import { slugOf } from '@/features/order/model/order-steps';
import { i18n } from '@/i18n';
import { learnSite } from '@/lib/site/site';
import type { Language } from '@/lib/text/language';
import type { PageToWrite } from './list';
import { looksOf } from './looks';
import { asTemplate, manyOf, slot } from './slots';
import {
  aboutPlans,
  addressOf,
  anyPrice,
  contact,
  fixedAddresses,
  foundAbove,
  foundGroup,
  standIn,
} from './stand-in';
import { inShort, learnWords, withoutWords } from './stand-in-words';
import { filledTexts, speakInSlots } from './texts';

async function routerAt(path: string) {
  const router = createMemoryRouter(frame, {
    initialEntries: [encodeURI(path)],
    patchRoutesOnNavigation: discoverPages(),
  });
  await new Promise<void>((resolve) => {
    const look = () => router.state.initialized && resolve();
    router.subscribe(look);
    look();
  });
  if (router.state.errors || decodeURI(router.state.location.pathname) !== path) {
    throw new Error(
      `${path} cannot be written: ${JSON.stringify(router.state.errors ?? router.state.location)}`,
    );
  }
  return router;
}

async function htmlOf(path: string): Promise<string> {
  const router = await routerAt(path);
  const { prelude } = await prerender(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER, // everything where it belongs, nothing moved there by a script
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}

/** Links to the page itself, in lists whose entries lead there or above: each keeps its own address. */
function withOwnLinks(html: string, path: string): string {
  const own = `href="${encodeURI(path)}"`;
  const here = new RegExp(`${own}(?=[^<>]*aria-current)|(?<=aria-current="page"[^<>]*)${own}`, 'g');
  return html.replace(here, `href="/${slot('{{.Inner}}')}"`);
}

/** Wraps the element that begins last before a text in a condition. */
function onlyIf(condition: string, html: string, text: string, element: string): string {
  const start = html.lastIndexOf(`<${element}`, html.indexOf(text));
  const last = element === 'img' ? '>' : `</${element}>`;
  const end = html.indexOf(last, start) + last.length;
  return html.includes(text)
    ? html.slice(0, start) + slot(condition) + html.slice(start, end) + slot('{{end}}') + html.slice(end)
    : html;
}

const withoutPart = [
  ['{{if gt (len .Slides) 1}}', 'class="_controls_', 'div'],
  ['{{if .Slides}}', 'class="card _slider_', 'section'],
  ['{{if .Packages}}', aboutPlans.title, 'section'],
  ['{{if .Group}}', foundGroup, 'li'],
  ['{{if .Above}}', foundAbove, 'li'],
  ['{{if .Hours}}', contact.hours, 'p'],
  ['{{if .Email}}', contact.email, 'a'],
  ...withoutWords,
] as const;

/** Parts that are there only where the site has something for them. */
const withConditions = (html: string): string =>
  withoutPart.reduce((known, [condition, text, element]) => onlyIf(condition, known, text, element), html);

const heading = /<h1[^>]*>(.*?)<\/h1>(?:<p[^>]*>(.*?)<\/p>)?/s;

function headOf(html: string): { title: string; description: string } {
  const [, title = '', description = ''] = heading.exec(html) ?? [];
  return { title: `${title} · ${i18n.t('common:brand')}`, description };
}

const figures = (html: string): string =>
  html.replaceAll(anyPrice.shown, slot('{{.Amount}}')).replaceAll(String(manyOf), slot('{{len .Slides}}'));

const imageHint = /^<link rel="preload"[^>]*>/;

/** A page as a template of the server: its HTML and what stands in its head. */
export async function render(page: PageToWrite, language: Language) {
  const below = page.step ? `/${slugOf(page.step, language)}` : '';
  const path = `/${language}/${addressOf(page.key)}${below}`;
  learnWords(language);
  learnSite(language, standIn(encodeURI(path), page.shape !== 'without-phone'));
  await routerAt(path); // the language's texts are there from now on
  speakInSlots();
  const written = withOwnLinks(await htmlOf(path), path).replace(imageHint, '');
  const html = looksOf(withConditions(figures(written)));
  if (/<script|\sstyle=/.test(html)) {
    throw new Error(`${path} has a script or a style in it, which the content policy forbids`);
  }
  const { title, description } = headOf(html);
  return {
    key: page.key,
    shape: page.shape,
    language,
    below,
    html: asTemplate(html),
    title: asTemplate(title),
    description: asTemplate(inShort[page.key] ?? description),
    filledTexts: filledTexts(),
    fixedAddresses,
  };
}

export { addressesOf } from './addresses';
export { looksAsCss } from './looks';
