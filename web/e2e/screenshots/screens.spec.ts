import { test } from '../support/journey.ts';
import { Member } from '../support/member.ts';
import { Studio } from './studio.ts';
import type { Walk } from './walker.ts';
import { walkDashboard } from './walks/lines/dashboard.ts';
import { walkDeactivation } from './walks/lines/deactivation.ts';
import { walkLostPhone } from './walks/lines/lost-phone.ts';
import { walkMultiSim } from './walks/lines/multi-sim.ts';
import { walkMyPlan } from './walks/lines/my-plan.ts';
import { walkNumberSettings } from './walks/lines/number-settings.ts';
import { walkPortOut } from './walks/lines/port-out.ts';
import { walkUsage } from './walks/lines/usage.ts';
import { walkAutoRecharge } from './walks/money/auto-recharge.ts';
import { walkBills } from './walks/money/bills.ts';
import { walkCreditLimit } from './walks/money/credit-limit.ts';
import { walkRecharge } from './walks/money/recharge.ts';
import { walkTransfer } from './walks/money/transfer.ts';
import { walkContact } from './walks/orders/contact.ts';
import { walkEsim } from './walks/orders/esim.ts';
import { walkHeld } from './walks/orders/held.ts';
import { walkLinks } from './walks/orders/links.ts';
import { walkOrders } from './walks/orders/orders.ts';
import { walkPayment } from './walks/orders/payment.ts';
import { walkPort } from './walks/orders/port.ts';
import { walkReplacement } from './walks/orders/replacement.ts';
import { walkSim } from './walks/orders/sim-card.ts';
import { walkTrouble } from './walks/orders/trouble.ts';
import { walkAccount } from './walks/people/account.ts';
import { walkConsole } from './walks/people/console.ts';
import { walkDuties } from './walks/people/duties.ts';
import { walkRegistration } from './walks/people/registration.ts';
import { walkSignIn } from './walks/people/sign-in.ts';
import { walkRequests } from './walks/people/tickets.ts';
import { walkBundles } from './walks/shop/bundles.ts';
import { walkPlans } from './walks/shop/plans.ts';
import { walkShop } from './walks/shop/shop.ts';
import { walkGames, walkRates, walkRenewals, walkVas } from './walks/shop/vas.ts';
import { walkGallery } from './walks/site/gallery.ts';
import { walkStores } from './walks/site/shops.ts';
import { walkSite } from './walks/site/site.ts';
import { walkWords } from './walks/site/words.ts';

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
  duties: walkDuties,
  esim: walkEsim,
  gallery: walkGallery,
  held: walkHeld,
  leaving: walkPortOut,
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
  services: walkVas,
  games: walkGames,
  rates: walkRates,
  renewals: walkRenewals,
  stores: walkStores,
  trouble: walkTrouble,
  usage: walkUsage,
  words: walkWords,
};

/** Pictures for a review: SCREENS_DIR=… tools/e2e.sh --project=screens, with -g "esim" for one area. */
for (const [area, walk] of Object.entries(walks)) {
  test.describe(area, () => {
    // Both languages use the same lines, one language after the other.
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
