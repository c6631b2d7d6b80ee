import i18next from 'i18next';
import problemsAr from '../../../internal/contract/texts/ar.json' with { type: 'json' };
import problemsEn from '../../../internal/contract/texts/en.json' with { type: 'json' };
import accountsAr from '../../src/i18n/locales/ar/accounts.json' with { type: 'json' };
import activationAr from '../../src/i18n/locales/ar/activation.json' with { type: 'json' };
import autoRechargeAr from '../../src/i18n/locales/ar/auto-recharge.json' with { type: 'json' };
import billsAr from '../../src/i18n/locales/ar/bills.json' with { type: 'json' };
import bundlesAr from '../../src/i18n/locales/ar/bundles.json' with { type: 'json' };
import cardsAr from '../../src/i18n/locales/ar/cards.json' with { type: 'json' };
import changesAr from '../../src/i18n/locales/ar/changes.json' with { type: 'json' };
import commonAr from '../../src/i18n/locales/ar/common.json' with { type: 'json' };
import consoleAr from '../../src/i18n/locales/ar/console.json' with { type: 'json' };
import contentAr from '../../src/i18n/locales/ar/content.json' with { type: 'json' };
import credentialsAr from '../../src/i18n/locales/ar/credentials.json' with { type: 'json' };
import creditLimitAr from '../../src/i18n/locales/ar/credit-limit.json' with { type: 'json' };
import dashboardAr from '../../src/i18n/locales/ar/dashboard.json' with { type: 'json' };
import deactivationAr from '../../src/i18n/locales/ar/deactivation.json' with { type: 'json' };
import detailsAr from '../../src/i18n/locales/ar/details.json' with { type: 'json' };
import deviceAr from '../../src/i18n/locales/ar/device.json' with { type: 'json' };
import esimAr from '../../src/i18n/locales/ar/esim.json' with { type: 'json' };
import faqAr from '../../src/i18n/locales/ar/faq.json' with { type: 'json' };
import findOrderAr from '../../src/i18n/locales/ar/find-order.json' with { type: 'json' };
import gamesAr from '../../src/i18n/locales/ar/games.json' with { type: 'json' };
import helpAr from '../../src/i18n/locales/ar/help.json' with { type: 'json' };
import historyAr from '../../src/i18n/locales/ar/history.json' with { type: 'json' };
import homeAr from '../../src/i18n/locales/ar/home.json' with { type: 'json' };
import identityAr from '../../src/i18n/locales/ar/identity.json' with { type: 'json' };
import incidentsAr from '../../src/i18n/locales/ar/incidents.json' with { type: 'json' };
import leavingAr from '../../src/i18n/locales/ar/leaving.json' with { type: 'json' };
import linksAr from '../../src/i18n/locales/ar/links.json' with { type: 'json' };
import multisimAr from '../../src/i18n/locales/ar/multisim.json' with { type: 'json' };
import myPlanAr from '../../src/i18n/locales/ar/my-plan.json' with { type: 'json' };
import numberSettingsAr from '../../src/i18n/locales/ar/number-settings.json' with { type: 'json' };
import numbersAr from '../../src/i18n/locales/ar/numbers.json' with { type: 'json' };
import orderAr from '../../src/i18n/locales/ar/order.json' with { type: 'json' };
import passkeysAr from '../../src/i18n/locales/ar/passkeys.json' with { type: 'json' };
import paymentAr from '../../src/i18n/locales/ar/payment.json' with { type: 'json' };
import plansAr from '../../src/i18n/locales/ar/plans.json' with { type: 'json' };
import portAr from '../../src/i18n/locales/ar/port.json' with { type: 'json' };
import profileAr from '../../src/i18n/locales/ar/profile.json' with { type: 'json' };
import promoAr from '../../src/i18n/locales/ar/promo.json' with { type: 'json' };
import purchaseAr from '../../src/i18n/locales/ar/purchase.json' with { type: 'json' };
import ratesAr from '../../src/i18n/locales/ar/rates.json' with { type: 'json' };
import receiptAr from '../../src/i18n/locales/ar/receipt.json' with { type: 'json' };
import rechargeAr from '../../src/i18n/locales/ar/recharge.json' with { type: 'json' };
import referAr from '../../src/i18n/locales/ar/refer.json' with { type: 'json' };
import registrationAr from '../../src/i18n/locales/ar/registration.json' with { type: 'json' };
import renewalsAr from '../../src/i18n/locales/ar/renewals.json' with { type: 'json' };
import replacementAr from '../../src/i18n/locales/ar/replacement.json' with { type: 'json' };
import requestsAr from '../../src/i18n/locales/ar/requests.json' with { type: 'json' };
import searchAr from '../../src/i18n/locales/ar/search.json' with { type: 'json' };
import secondFactorAr from '../../src/i18n/locales/ar/second-factor.json' with { type: 'json' };
import servicesAr from '../../src/i18n/locales/ar/services.json' with { type: 'json' };
import sessionsAr from '../../src/i18n/locales/ar/sessions.json' with { type: 'json' };
import shellAr from '../../src/i18n/locales/ar/shell.json' with { type: 'json' };
import signInAr from '../../src/i18n/locales/ar/sign-in.json' with { type: 'json' };
import simInformationAr from '../../src/i18n/locales/ar/sim-information.json' with { type: 'json' };
import startAr from '../../src/i18n/locales/ar/start.json' with { type: 'json' };
import storesAr from '../../src/i18n/locales/ar/stores.json' with { type: 'json' };
import switchPlanAr from '../../src/i18n/locales/ar/switch-plan.json' with { type: 'json' };
import transferAr from '../../src/i18n/locales/ar/transfer.json' with { type: 'json' };
import vanitiesAr from '../../src/i18n/locales/ar/vanities.json' with { type: 'json' };
import accountsEn from '../../src/i18n/locales/en/accounts.json' with { type: 'json' };
import activationEn from '../../src/i18n/locales/en/activation.json' with { type: 'json' };
import autoRechargeEn from '../../src/i18n/locales/en/auto-recharge.json' with { type: 'json' };
import billsEn from '../../src/i18n/locales/en/bills.json' with { type: 'json' };
import bundlesEn from '../../src/i18n/locales/en/bundles.json' with { type: 'json' };
import cardsEn from '../../src/i18n/locales/en/cards.json' with { type: 'json' };
import changesEn from '../../src/i18n/locales/en/changes.json' with { type: 'json' };
import commonEn from '../../src/i18n/locales/en/common.json' with { type: 'json' };
import consoleEn from '../../src/i18n/locales/en/console.json' with { type: 'json' };
import contentEn from '../../src/i18n/locales/en/content.json' with { type: 'json' };
import credentialsEn from '../../src/i18n/locales/en/credentials.json' with { type: 'json' };
import creditLimitEn from '../../src/i18n/locales/en/credit-limit.json' with { type: 'json' };
import dashboardEn from '../../src/i18n/locales/en/dashboard.json' with { type: 'json' };
import deactivationEn from '../../src/i18n/locales/en/deactivation.json' with { type: 'json' };
import detailsEn from '../../src/i18n/locales/en/details.json' with { type: 'json' };
import deviceEn from '../../src/i18n/locales/en/device.json' with { type: 'json' };
import esimEn from '../../src/i18n/locales/en/esim.json' with { type: 'json' };
import faqEn from '../../src/i18n/locales/en/faq.json' with { type: 'json' };
import findOrderEn from '../../src/i18n/locales/en/find-order.json' with { type: 'json' };
import gamesEn from '../../src/i18n/locales/en/games.json' with { type: 'json' };
import helpEn from '../../src/i18n/locales/en/help.json' with { type: 'json' };
import historyEn from '../../src/i18n/locales/en/history.json' with { type: 'json' };
import homeEn from '../../src/i18n/locales/en/home.json' with { type: 'json' };
import identityEn from '../../src/i18n/locales/en/identity.json' with { type: 'json' };
import incidentsEn from '../../src/i18n/locales/en/incidents.json' with { type: 'json' };
import leavingEn from '../../src/i18n/locales/en/leaving.json' with { type: 'json' };
import linksEn from '../../src/i18n/locales/en/links.json' with { type: 'json' };
import multisimEn from '../../src/i18n/locales/en/multisim.json' with { type: 'json' };
import myPlanEn from '../../src/i18n/locales/en/my-plan.json' with { type: 'json' };
import numberSettingsEn from '../../src/i18n/locales/en/number-settings.json' with { type: 'json' };
import numbersEn from '../../src/i18n/locales/en/numbers.json' with { type: 'json' };
import orderEn from '../../src/i18n/locales/en/order.json' with { type: 'json' };
import passkeysEn from '../../src/i18n/locales/en/passkeys.json' with { type: 'json' };
import paymentEn from '../../src/i18n/locales/en/payment.json' with { type: 'json' };
import plansEn from '../../src/i18n/locales/en/plans.json' with { type: 'json' };
import portEn from '../../src/i18n/locales/en/port.json' with { type: 'json' };
import profileEn from '../../src/i18n/locales/en/profile.json' with { type: 'json' };
import promoEn from '../../src/i18n/locales/en/promo.json' with { type: 'json' };
import purchaseEn from '../../src/i18n/locales/en/purchase.json' with { type: 'json' };
import ratesEn from '../../src/i18n/locales/en/rates.json' with { type: 'json' };
import receiptEn from '../../src/i18n/locales/en/receipt.json' with { type: 'json' };
import rechargeEn from '../../src/i18n/locales/en/recharge.json' with { type: 'json' };
import referEn from '../../src/i18n/locales/en/refer.json' with { type: 'json' };
import registrationEn from '../../src/i18n/locales/en/registration.json' with { type: 'json' };
import renewalsEn from '../../src/i18n/locales/en/renewals.json' with { type: 'json' };
import replacementEn from '../../src/i18n/locales/en/replacement.json' with { type: 'json' };
import requestsEn from '../../src/i18n/locales/en/requests.json' with { type: 'json' };
import searchEn from '../../src/i18n/locales/en/search.json' with { type: 'json' };
import secondFactorEn from '../../src/i18n/locales/en/second-factor.json' with { type: 'json' };
import servicesEn from '../../src/i18n/locales/en/services.json' with { type: 'json' };
import sessionsEn from '../../src/i18n/locales/en/sessions.json' with { type: 'json' };
import shellEn from '../../src/i18n/locales/en/shell.json' with { type: 'json' };
import signInEn from '../../src/i18n/locales/en/sign-in.json' with { type: 'json' };
import simInformationEn from '../../src/i18n/locales/en/sim-information.json' with { type: 'json' };
import startEn from '../../src/i18n/locales/en/start.json' with { type: 'json' };
import storesEn from '../../src/i18n/locales/en/stores.json' with { type: 'json' };
import switchPlanEn from '../../src/i18n/locales/en/switch-plan.json' with { type: 'json' };
import transferEn from '../../src/i18n/locales/en/transfer.json' with { type: 'json' };
import vanitiesEn from '../../src/i18n/locales/en/vanities.json' with { type: 'json' };
import type { Language } from '../../src/lib/text/language.ts';

const texts = i18next.createInstance();
await texts.init({
  fallbackLng: false,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  resources: {
    ar: {
      accounts: accountsAr,
      'auto-recharge': autoRechargeAr,
      replacement: replacementAr,
      requests: requestsAr,
      games: gamesAr,
      rates: ratesAr,
      recharge: rechargeAr,
      transfer: transferAr,
      refer: referAr,
      leaving: leavingAr,
      links: linksAr,
      multisim: multisimAr,
      activation: activationAr,
      bills: billsAr,
      bundles: bundlesAr,
      cards: cardsAr,
      changes: changesAr,
      common: commonAr,
      console: consoleAr,
      credentials: credentialsAr,
      dashboard: dashboardAr,
      deactivation: deactivationAr,
      details: detailsAr,
      'sim-information': simInformationAr,
      start: startAr,
      stores: storesAr,
      'switch-plan': switchPlanAr,
      vanities: vanitiesAr,
      purchase: purchaseAr,
      promo: promoAr,
      receipt: receiptAr,
      passkeys: passkeysAr,
      payment: paymentAr,
      plans: plansAr,
      port: portAr,
      esim: esimAr,
      device: deviceAr,
      'find-order': findOrderAr,
      help: helpAr,
      content: contentAr,
      faq: faqAr,
      history: historyAr,
      home: homeAr,
      identity: identityAr,
      incidents: incidentsAr,
      'credit-limit': creditLimitAr,
      'my-plan': myPlanAr,
      'number-settings': numberSettingsAr,
      numbers: numbersAr,
      order: orderAr,
      profile: profileAr,
      registration: registrationAr,
      search: searchAr,
      'second-factor': secondFactorAr,
      renewals: renewalsAr,
      services: servicesAr,
      sessions: sessionsAr,
      shell: shellAr,
      'sign-in': signInAr,
    },
    en: {
      accounts: accountsEn,
      'auto-recharge': autoRechargeEn,
      replacement: replacementEn,
      requests: requestsEn,
      games: gamesEn,
      rates: ratesEn,
      recharge: rechargeEn,
      transfer: transferEn,
      refer: referEn,
      leaving: leavingEn,
      links: linksEn,
      multisim: multisimEn,
      activation: activationEn,
      bills: billsEn,
      bundles: bundlesEn,
      cards: cardsEn,
      changes: changesEn,
      common: commonEn,
      console: consoleEn,
      credentials: credentialsEn,
      dashboard: dashboardEn,
      deactivation: deactivationEn,
      details: detailsEn,
      'sim-information': simInformationEn,
      start: startEn,
      stores: storesEn,
      'switch-plan': switchPlanEn,
      vanities: vanitiesEn,
      purchase: purchaseEn,
      promo: promoEn,
      receipt: receiptEn,
      passkeys: passkeysEn,
      payment: paymentEn,
      plans: plansEn,
      port: portEn,
      esim: esimEn,
      device: deviceEn,
      'find-order': findOrderEn,
      help: helpEn,
      content: contentEn,
      faq: faqEn,
      history: historyEn,
      home: homeEn,
      identity: identityEn,
      incidents: incidentsEn,
      'credit-limit': creditLimitEn,
      'my-plan': myPlanEn,
      'number-settings': numberSettingsEn,
      numbers: numbersEn,
      order: orderEn,
      profile: profileEn,
      registration: registrationEn,
      search: searchEn,
      'second-factor': secondFactorEn,
      renewals: renewalsEn,
      services: servicesEn,
      sessions: sessionsEn,
      shell: shellEn,
      'sign-in': signInEn,
    },
  },
});

const namespaces = [
  'bills',
  'bundles',
  'cards',
  'changes',
  'common',
  'console',
  'switch-plan',
  'help',
  'history',
  'home',
  'numbers',
  'order',
  'shell',
  'deactivation',
  'details',
  'identity',
  'incidents',
  'activation',
  'device',
  'esim',
  'payment',
  'plans',
  'port',
  'leaving',
  'links',
  'purchase',
  'promo',
  'receipt',
  'start',
  'vanities',
  'accounts',
  'auto-recharge',
  'replacement',
  'requests',
  'recharge',
  'transfer',
  'refer',
  'multisim',
  'my-plan',
  'number-settings',
  'sim-information',
  'credentials',
  'passkeys',
  'credit-limit',
  'dashboard',
  'find-order',
  'profile',
  'registration',
  'search',
  'second-factor',
  'renewals',
  'services',
  'games',
  'rates',
  'stores',
  'sessions',
  'sign-in',
  'content',
  'faq',
] as const;

/** The page's own texts, so that tests speak the customer's words in both languages. */
export const wordsIn = (language: Language) => texts.getFixedT(language, namespaces);
export type Words = ReturnType<typeof wordsIn>;

/** What the server says, by the code of the failure catalogue. */
export const problemsIn = (language: Language) => (language === 'ar' ? problemsAr : problemsEn);
