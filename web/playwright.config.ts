import { defineConfig } from '@playwright/test';
import { journeys } from './e2e/journeys.ts';
import type { Speaker } from './e2e/support/journey.ts';
import { type Visitor, visitors } from './e2e/support/visitors.ts';

/** `make test` goes by the short run of the table, `make test-all` by the full one. */
const run = process.env.JOURNEYS === 'all' ? 'all' : 'once';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const titlesOf = (visitor: Visitor) =>
  Object.keys(journeys).filter((title) => journeys[title]?.[run].includes(visitor));
const anyOf = (titles: string[]) => new RegExp(` (${titles.map(escaped).join('|')})$`);

/** Journeys of seeded customers, one after the other beside those of guests: each leaves its lines changed. */
const members = /members\/.*\.spec\.ts/;
/** What adds to the content of the site goes beside those of guests too, once the lines of members are free again. */
const content = /content\/.*\.spec\.ts/;
/** What changes the stack for everybody (a killed worker, other settings) has it to itself. */
const serial = /serial\/.*\.spec\.ts/;
const screens = /screens\/.*\.spec\.ts/;

const oneByOne = {
  fullyParallel: false,
  workers: 1,
  grep: anyOf(visitors.flatMap(({ name }) => titlesOf(name).map((title) => `${name} ${title}`))),
};

/** tools/e2e.sh starts the stack these tests run against, and says where it is. */
export default defineConfig<Speaker>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/quick-outside-world.ts',
  fullyParallel: true,
  // For two cores: of three journeys, one waits for somebody.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Ample, for a busy machine: what holds takes no longer for it.
  timeout: 180_000,
  // A machine that stands still for half a minute fails what is right. What passes then is listed as flaky, and is to be
  // looked into; tools/stress.sh allows none.
  retries: Number(process.env.RETRIES ?? 1),
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['junit', { outputFile: '../.reports/e2e.xml' }],
    ['html', { outputFolder: '../.reports/e2e', open: 'never' }],
  ],
  outputDir: '../.reports/e2e-traces',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
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
    { name: 'members', testMatch: members, ...oneByOne },
    ...visitors.map((visitor) => ({
      ...visitor,
      grep: anyOf(titlesOf(visitor.name)),
      testIgnore: [members, content, serial, screens],
    })),
    { name: 'content', testMatch: content, ...oneByOne, dependencies: ['members'] },
    {
      name: 'serial',
      testMatch: serial,
      ...oneByOne,
      dependencies: ['content', ...visitors.map(({ name }) => name)],
    },
    ...(process.env.SCREENS_DIR ? [{ name: 'screens', testMatch: screens }] : []),
  ],
});
