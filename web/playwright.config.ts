import { randomInt } from 'node:crypto';
import { defineConfig } from '@playwright/test';
import { journeys } from './e2e/journeys.ts';
import { patterns } from './e2e/patterns.ts';
import type { Speaker } from './e2e/support/journey.ts';
import { visitors } from './e2e/support/visitors.ts';

/** `make test` runs the short run of the table, `make test-all` the full one. */
const isFull = process.env.JOURNEYS === 'all';

/** The part to run: the journeys of one visitor, `whole` or `serial`. Without a part, everything runs. */
const part = process.env.PART;
const hasPart = (name: string) => part === undefined || part === name;

/** The journeys of the whole site and of the whole stack are separate parts that run for all visitors. */
const going = visitors.filter(({ name }) => hasPart(name) || part === 'whole' || part === 'serial');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const titlesOf = (visitor: (typeof visitors)[number]) =>
  Object.entries(journeys).flatMap(([title, { once, all }]) =>
    (isFull ? all.includes(visitor.name) : once === visitor.name) ? [title] : [],
  );
const anyOf = (titles: string[]) => new RegExp(` (${titles.map(escaped).join('|')})$`);

const { members, content, serial, crawl, screens } = patterns;

const inOrder = {
  fullyParallel: false,
  grep: anyOf(going.flatMap((visitor) => titlesOf(visitor).map((title) => `${visitor.name} ${title}`))),
};

const guestsAndMembers = [
  { name: 'members', testMatch: members, ...inOrder },
  { name: 'content', testMatch: content, ...inOrder, dependencies: ['members'] },
];

const ofVisitors = going.map((visitor) => ({
  ...visitor,
  grep: anyOf(titlesOf(visitor)),
  ...(part === 'whole' && { testMatch: crawl }),
  testIgnore: [members, content, serial, screens, ...(part && part !== 'whole' ? [crawl] : [])],
}));

const before = part === 'whole' || part === 'serial' ? [] : guestsAndMembers;
const beside = part === 'serial' ? [] : ofVisitors;

/** tools/e2e.sh starts the stack for these tests and passes its address. */
export default defineConfig<Speaker>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/quick-outside-world.ts',
  fullyParallel: true,
  // Three workers for two cores, because on average one of three journeys waits.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // The limit is generous for a busy machine; a passing journey takes no longer because of it.
  timeout: 180_000,
  // A machine that stops for half a minute fails a correct journey; the full run is too long to start again.
  retries: isFull ? 1 : 0,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['junit', { outputFile: `../.reports/e2e${part ? `-${part}` : ''}.xml` }]],
  outputDir: '../.reports/e2e-traces',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
    // Each worker has its own client address, because the API's rate limits count requests by address.
    extraHTTPHeaders: { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
    timezoneId: 'Asia/Riyadh',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Screenshots and snapshots for each action would cost as much as the actions; --trace=on takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    ...before,
    ...beside,
    ...(hasPart('serial')
      ? [
          {
            name: 'serial',
            testMatch: serial,
            ...inOrder,
            workers: 1,
            dependencies: [...before, ...beside].map(({ name }) => name),
          },
        ]
      : []),
    ...(process.env.SCREENS_DIR ? [{ name: 'screens', testMatch: screens }] : []),
  ],
});
