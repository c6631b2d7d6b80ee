import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => `${found}`);

/** The sitemap may use the site's public address, which differs from this stack's. */
const here = (address: string) => new URL(address).pathname;

/** Reads the addresses of the sitemap that robots.txt names. */
async function listed(request: APIRequestContext): Promise<string[]> {
  const robots = await (await request.get('/robots.txt')).text();
  const [sitemap = ''] = all(robots, /^Sitemap: (\S+)$/gm);
  return all(await (await request.get(here(sitemap))).text(), /<loc>([^<]+)<\/loc>/g);
}

/** Returns the defects of a page that search engines may find. */
async function faultsOf(request: APIRequestContext, address: string, known: Set<string>): Promise<string[]> {
  const answer = await request.get(here(address));
  const html = await answer.text();
  const alternates = all(html, /<link rel="alternate" hreflang="[^"]+" href="([^"]+)">/g);
  const [, language = ''] = here(address).split('/');
  const faults = {
    [`answers ${answer.status()}`]: answer.status() !== 200,
    'is canonical elsewhere': !html.includes(`<link rel="canonical" href="${address}">`),
    'does not name both languages': new Set(alternates).size !== 2,
    'names another language that is not listed': alternates.some((alternate) => !known.has(alternate)),
    'asks not to be found': html.includes('content="noindex"'),
    'is in another language': !html.includes(`lang="${language}"`),
  };
  return Object.entries(faults).flatMap(([fault, holds]) =>
    holds ? [`${decodeURI(address)} ${fault}`] : [],
  );
}

test('what search engines are told is there', async ({ request }) => {
  const addresses = await listed(request);
  expect(addresses.length).toBeGreaterThan(50);
  const known = new Set(addresses);
  const findings: string[] = [];
  for (const address of addresses) {
    findings.push(...(await faultsOf(request, address, known)));
  }
  expect(findings).toEqual([]);
});
