import { test } from '../ground/journey.ts';
import { Walk } from './walk.ts';

const screens = {
  phone: { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};

/** Pictures for somebody to look at: SCREENS_DIR=… tools/e2e.sh --project=screens */
for (const [size, screen] of Object.entries(screens)) {
  for (const language of ['en', 'ar'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const label = `${size}-${language}-${colorScheme}`;
      test.describe(label, () => {
        test.use({ ...screen, language, colorScheme });

        test('every page', async ({ wizard, customer, simulator }) => {
          test.slow();
          const walk = new Walk({ wizard, customer, simulator, label });
          await walk.shop();
          await walk.person();
          await walk.leaving();
          await walk.delivery();
          await walk.payment();
          await walk.tracking();
          await walk.activation();
          await walk.strayed();
        });
      });
    }
  }
}
