import { defineConfig } from '@playwright/test';
import type { Visitor } from './e2e/ground/journey.ts';

const phone = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 } };

/** Journeys say by tag whose they are; those without a tag of a visitor run in none. */
const visitors = [
  { name: 'en-phone', grep: /@en-phone/, use: { language: 'en', ...phone } },
  { name: 'en-desktop', grep: /@en-desktop/, use: { language: 'en', ...desktop } },
  { name: 'ar-phone', grep: /@ar-phone/, use: { language: 'ar', ...phone } },
  { name: 'ar-desktop', grep: /@ar-desktop/, use: { language: 'ar', ...desktop } },
] as const;

/** What changes the stack for everybody (a killed worker, other settings) has it to itself. */
const alone = /alone\/.*\.spec\.ts/;
const screens = /screens\/.*\.spec\.ts/;

/** tools/e2e.sh starts the stack these tests run against, and says where it is. */
export default defineConfig<Visitor>({
  testDir: 'e2e',
  globalSetup: './e2e/ground/quick-outside-world.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
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
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    trace: 'retain-on-failure',
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
    ...visitors.map((visitor) => ({ ...visitor, testIgnore: [alone, screens] })),
    {
      name: 'alone',
      testMatch: alone,
      fullyParallel: false,
      workers: 1,
      dependencies: visitors.map(({ name }) => name),
    },
    ...(process.env.SCREENS_DIR ? [{ name: 'screens', testMatch: screens }] : []),
  ],
});
