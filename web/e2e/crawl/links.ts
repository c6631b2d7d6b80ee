import type { Page } from '@playwright/test';
import { directionOf, type Language } from '../../src/lib/text/language.ts';
import { open, readable } from './opening.ts';

export interface Link {
  href: string;
  text: string;
  rel: string;
  target: string;
}

export interface Seen {
  address: string;
  headings: number;
  title: string;
  language: string;
  direction: string;
  isNoPage: boolean;
  links: Link[];
  ids: string[];
}

/** Reads the title and the links of a page; links of closed menus are included. */
const readPage = (page: Page, noPage: string): Promise<Seen> =>
  page.evaluate((title) => {
    const root = document.documentElement;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => ({
      href: link.href,
      text: (link.textContent || link.ariaLabel || '').trim().slice(0, 40),
      rel: link.rel,
      target: link.target,
    }));
    return {
      address: location.href,
      headings: document.querySelectorAll('h1').length,
      title: document.title,
      language: root.lang,
      direction: root.dir,
      isNoPage: document.querySelector('h1')?.textContent === title,
      links,
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    };
  }, noPage);

/** Lists the defects of a page that a link led to. */
export function faultsOf(seen: Seen, language: Language): string[] {
  const faults = {
    'is no page': seen.isNoPage,
    [`has ${seen.headings} headings of its own`]: seen.headings !== 1,
    [`has the title “${seen.title}”`]: !/.+ · .+/.test(seen.title),
    [`is in ${seen.language}`]: seen.language !== language,
    [`runs ${seen.direction}`]: seen.direction !== directionOf(language),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

const ways = /^(https|tel|mailto|sms|blob):$/;

/** Returns the defects of a link that do not depend on its target. */
export function faultsOfLink({ href, target, rel }: Link, origin: string): string[] {
  const url = new URL(href);
  if (url.origin === origin) {
    return [];
  }
  const faults = {
    'is neither https nor a number nor an e-mail': !ways.test(url.protocol),
    'opens a window that knows this one': target === '_blank' && !/noopener|noreferrer/.test(rel),
    'names nothing': /undefined|null|NaN|:$/.test(href),
  };
  return Object.keys(faults).filter((fault) => faults[fault as keyof typeof faults]);
}

export async function look(page: Page, address: string, noPage: string): Promise<Seen> {
  await open(page, address);
  return { ...(await readPage(page, noPage)), address: readable(page.url()) };
}
