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
import { type ConditionalPart, PageTree } from './page-tree';
import { asTemplate } from './slots';
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
import { inShort, learnWords, partsWithWords } from './stand-in-words';
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
      // All content in its final place, so that no script moves it.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}

/** Parts that a page has only if the site has content for them. */
const conditionalParts: ConditionalPart[] = [
  { condition: '{{if gt (len .Slides) 1}}', element: 'section[class*="_slider_"] [class*="_turns_"]' },
  { condition: '{{if .Slides}}', element: 'section[class*="_slider_"]' },
  { condition: '{{if .TwoTypes}}', element: 'section fieldset' },
  { condition: '{{if .Packages}}', element: 'section', mark: aboutPlans.title },
  { condition: '{{if .Group}}', element: 'li', mark: foundGroup },
  { condition: '{{if .Above}}', element: 'li', mark: foundAbove },
  { condition: '{{if .Hours}}', element: 'p', mark: contact.hours },
  { condition: '{{if .Email}}', element: 'a', mark: contact.email },
  ...partsWithWords,
];

const partsSeen = new Set<ConditionalPart>();

/** Fails if a condition is around no part of any page that was rendered: then its part is always shown. */
export function assertPartsAreThere(): void {
  const missing = conditionalParts.find((part) => !partsSeen.has(part));
  if (missing) {
    throw new Error(`no page has the part ${missing.element} ${missing.mark ?? ''} of ${missing.condition}`);
  }
}

/** Renders a page as a template of the server: its HTML and its head. */
export async function render(page: PageToWrite, language: Language) {
  const below = page.step ? `/${slugOf(page.step, language)}` : '';
  const path = `/${language}/${addressOf(page.key)}${below}`;
  learnWords(language);
  learnSite(language, standIn(encodeURI(path), page.shape !== 'without-phone'));
  await routerAt(path); // the language's texts are loaded from here on
  speakInSlots();
  const tree = new PageTree(await htmlOf(path));
  tree.remove('link[rel="preload"]'); // the server itself writes the preload links of its pictures
  tree.freeOwnLinks(encodeURI(path));
  tree.replaceText(anyPrice.shown, '{{.Amount}}');
  for (const part of conditionalParts) {
    if (tree.putConditionAround(part)) {
      partsSeen.add(part);
    }
  }
  tree.moveStyles();
  if (tree.has('script')) {
    throw new Error(`${path} has a script in it, which the content policy forbids`);
  }
  const { title, description } = tree.heading;
  tree.keepComments();
  return {
    key: page.key,
    shape: page.shape,
    language,
    below,
    html: asTemplate(tree.html),
    title: asTemplate(`${title} · ${i18n.t('common:brand')}`),
    description: asTemplate(inShort[page.key] ?? description),
    filledTexts: filledTexts(),
    fixedAddresses,
  };
}

export { addressesOf } from './addresses';
export { looksAsCss } from './page-tree';
