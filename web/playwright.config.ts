import { randomInt } from 'node:crypto';
import { defineConfig } from '@playwright/test';
import { journeys } from './e2e/journeys.ts';
import type { Speaker } from './e2e/support/journey.ts';
import { visitors } from './e2e/support/visitors.ts';

/** `make test` runs the short run of the table, `make test-all` the full one. */
const isFull = process.env.JOURNEYS === 'all';

/** The part to run: the journeys of one visitor, `whole` or `serial`. Without a part, everything runs. */
const part = process.env.PART;
const hasPart = (name: string) => part === undefined || part === name;

/** The journeys of the whole site and of the whole stack are parts of their own, for all visitors. */
const going = visitors.filter(({ name }) => hasPart(name) || part === 'whole' || part === 'serial');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const titlesOf = (visitor: (typeof visitors)[number]) =>
  Object.entries(journeys).flatMap(([title, { once, all }]) =>
    (isFull ? all.includes(visitor.name) : once === visitor.name) ? [title] : [],
  );
const anyOf = (titles: string[]) => new RegExp(` (${titles.map(escaped).join('|')})$`);

/** Journeys of seeded customers: files run side by side, the journeys of a file share customers and run in order. */
const members = /members\/.*\.spec\.ts/;
/** Changes the content of the site, which journeys of members see. */
const content = /content\/.*\.spec\.ts/;
/** Changes the whole stack (a killed worker, other settings), so no other test runs at the same time. */
const serial = /serial\/.*\.spec\.ts/;
/** Goes through every page of the site. */
const whole = /whole\/.*\.spec\.ts/;
const screens = /screenshots\/.*\.spec\.ts/;

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
  ...(part === 'whole' && { testMatch: whole }),
  testIgnore: [members, content, serial, screens, ...(part && part !== 'whole' ? [whole] : [])],
}));

const before = part === 'whole' || part === 'serial' ? [] : guestsAndMembers;
const beside = part === 'serial' ? [] : ofVisitors;

/** tools/e2e.sh starts the stack these tests run against, and says where it is. */
export default defineConfig<Speaker>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/quick-outside-world.ts',
  fullyParallel: true,
  // For two cores: of three journeys, one waits.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Ample, for a busy machine: what holds takes no longer for it.
  timeout: 180_000,
  // A machine that stands still for half a minute fails a good journey; the full run is too long to begin again.
  retries: isFull ? 1 : 0,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['junit', { outputFile: `../.reports/e2e${part ? `-${part}` : ''}.xml` }]],
  outputDir: '../.reports/e2e-traces',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
    // A worker has an address of its own: the limits of the API count what one address asks for.
    extraHTTPHeaders: { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
    timezoneId: 'Asia/Riyadh',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Pictures and copies of the page at every action would cost as much as the actions; --trace=on takes them.
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
