import { test } from '../support/journey.ts';
import { Member } from '../support/member.ts';
import { Studio } from './studio.ts';
import type { Walk } from './walker.ts';
import { walkAccount } from './walks/account.ts';
import { walkAutoRecharge } from './walks/auto-recharge.ts';
import { walkBills } from './walks/bills.ts';
import { walkBundles } from './walks/bundles.ts';
import { walkConsole } from './walks/console.ts';
import { walkContact } from './walks/contact.ts';
import { walkCreditLimit } from './walks/credit-limit.ts';
import { walkDashboard } from './walks/dashboard.ts';
import { walkDeactivation } from './walks/deactivation.ts';
import { walkEsim } from './walks/esim.ts';
import { walkGallery } from './walks/gallery.ts';
import { walkHeld } from './walks/held.ts';
import { walkLeaving } from './walks/leaving.ts';
import { walkLinks } from './walks/links.ts';
import { walkLostPhone } from './walks/lost-phone.ts';
import { walkMultiSim } from './walks/multi-sim.ts';
import { walkMyPlan } from './walks/my-plan.ts';
import { walkNumberSettings } from './walks/number-settings.ts';
import { walkOrders } from './walks/orders.ts';
import { walkPayment } from './walks/payment.ts';
import { walkPlans } from './walks/plans.ts';
import { walkPort } from './walks/port.ts';
import { walkRecharge } from './walks/recharge.ts';
import { walkRegistration } from './walks/registration.ts';
import { walkReplacement } from './walks/replacement.ts';
import { walkRequests } from './walks/requests.ts';
import { walkGames, walkRates, walkRenewals, walkServices } from './walks/services.ts';
import { walkShop } from './walks/shop.ts';
import { walkSignIn } from './walks/sign-in.ts';
import { walkSim } from './walks/sim-card.ts';
import { walkSite } from './walks/site.ts';
import { walkStores } from './walks/stores.ts';
import { walkTransfer } from './walks/transfer.ts';
import { walkTrouble } from './walks/trouble.ts';
import { walkUsage } from './walks/usage.ts';
import { walkWords } from './walks/words.ts';

const walks: Record<string, Walk> = {
  account: walkAccount,
  'auto-recharge': walkAutoRecharge,
  bills: walkBills,
  bundles: walkBundles,
  console: walkConsole,
  contact: walkContact,
  'credit limit': walkCreditLimit,
  dashboard: walkDashboard,
  deactivation: walkDeactivation,
  esim: walkEsim,
  gallery: walkGallery,
  held: walkHeld,
  leaving: walkLeaving,
  links: walkLinks,
  'lost phone': walkLostPhone,
  'multi-sim': walkMultiSim,
  'my plan': walkMyPlan,
  'number settings': walkNumberSettings,
  orders: walkOrders,
  payment: walkPayment,
  plans: walkPlans,
  port: walkPort,
  recharge: walkRecharge,
  registration: walkRegistration,
  replacement: walkReplacement,
  requests: walkRequests,
  shop: walkShop,
  'sign-in': walkSignIn,
  sim: walkSim,
  site: walkSite,
  transfer: walkTransfer,
  services: walkServices,
  games: walkGames,
  rates: walkRates,
  renewals: walkRenewals,
  stores: walkStores,
  trouble: walkTrouble,
  usage: walkUsage,
  words: walkWords,
};

/** Pictures for somebody to look at: SCREENS_DIR=… tools/e2e.sh --project=screens, with -g "esim" for one area. */
for (const [area, walk] of Object.entries(walks)) {
  test.describe(area, () => {
    // Both languages use the same lines, one after the other.
    test.describe.configure({ mode: 'default' });
    for (const language of ['en', 'ar'] as const) {
      test.describe(language, () => {
        test.use({ language, viewport: { width: 1280, height: 800 } });

        test(`pictures: ${area}, ${language}`, async ({
          page,
          browser,
          words,
          problems,
          wizard,
          customer,
          signIn,
          simulator,
        }) => {
          test.setTimeout(360_000);
          const member = new Member(page, language, words, simulator);
          const studio = new Studio(page, language, area);
          await walk({
            page,
            browser,
            language,
            words,
            problems,
            wizard,
            customer,
            member,
            signIn,
            simulator,
            studio,
          });
        });
      });
    }
  });
}
