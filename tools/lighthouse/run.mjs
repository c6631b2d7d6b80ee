// Prints the Lighthouse results for our pages on a phone, next to a bare page of the same tools: the median of five runs each.
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { serveBare } from './bare.mjs';

const { BASE_URL: ours, BARE_DIR: folder, CHROMIUM_PATH: executablePath } = process.env;
const runs = Number(process.env.RUNS ?? 5);

/** By the seeded site: what guests see first, and what customers do. */
const guests = ['ar', 'en'].flatMap((language) => {
  const shop = { ar: 'order-sim/اختيار-الرقم', en: 'order-sim/select-number' };
  return ['', 'login', shop[language], 'help', 'terms'].map((below) => `/${language}/${below}`);
});
const members = ['ar', 'en'].flatMap((language) => [`/${language}/`, `/${language}/dashboard`]);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function looked(url, page) {
  const flags = { onlyCategories: ['performance'], disableStorageReset: page !== undefined, logLevel: 'error' };
  const { lhr } = await lighthouse(url, flags, undefined, page);
  if (lhr.runtimeError) {
    throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
  const figure = (audit) => lhr.audits[audit].numericValue;
  return {
    performance: Math.round(lhr.categories.performance.score * 100),
    painted: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    moved: figure('cumulative-layout-shift'),
  };
}

async function inBrowser(act) {
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}

/** Each run has a browser of its own, as a first visit has. */
const asGuest = (url) => inBrowser((page) => looked(url, page));

async function signIn(page) {
  await page.goto(`${ours}/en/login`, { waitUntil: 'networkidle0' });
  await page.type('main input[name=name]', '0570000001');
  await page.click('main form button[type=submit]');
  await page.waitForSelector('input[name=password]:not([aria-hidden])');
  await page.type('input[name=password]', 'Sahara-2026');
  await page.click('main form button[type=submit]');
  await page.waitForFunction(() => !document.querySelector('input[name=password]')); // a passkey may be offered in its place
}

const asMember = (url) =>
  inBrowser(async (page) => {
    await signIn(page);
    return looked(url, page);
  });

async function medians(look, url) {
  const all = [];
  for (let run = 0; run < runs; run += 1) {
    all.push(await look(url));
  }
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, median(all.map((one) => one[name]))]));
}

function print(name, { performance, painted, blocked, moved }, { painted: bare } = { painted }, least = 0) {
  const ratio = painted / bare;
  const met = performance >= least && (least === 0 || ratio <= 1);
  const row = [
    name.padEnd(34),
    String(performance).padStart(4),
    `${Math.round(painted)} ms`.padStart(9),
    ratio.toFixed(2).padStart(6),
    `${Math.round(blocked)} ms`.padStart(8),
    moved.toFixed(3).padStart(6),
  ];
  console.info(`${row.join('  ')}${met ? '' : '  missed'}`);
  return met;
}

const server = await serveBare(folder);
console.info(`${'page'.padEnd(34)}  perf        LCP  × bare  blocked   moved   (median of ${runs})`);
const bare = await medians(asGuest, server.url);
print('bare React and Mantine form page', bare);
let met = true;
for (const address of guests) {
  met = print(address, await medians(asGuest, `${ours}${encodeURI(address)}`), bare, 95) && met;
}
for (const address of members) {
  const figures = await medians(asMember, `${ours}${encodeURI(address)}`);
  met = print(`${address} (signed in)`, figures, { painted: figures.painted }, 90) && met;
}
await server.close();
process.exitCode = met ? 0 : 1;
