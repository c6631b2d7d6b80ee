import 'i18next';
import type accounts from './locales/en/accounts.json';
import type activation from './locales/en/activation.json';
import type cards from './locales/en/cards.json';
import type common from './locales/en/common.json';
import type credentials from './locales/en/credentials.json';
import type dashboard from './locales/en/dashboard.json';
import type details from './locales/en/details.json';
import type device from './locales/en/device.json';
import type esim from './locales/en/esim.json';
import type findOrder from './locales/en/find-order.json';
import type history from './locales/en/history.json';
import type home from './locales/en/home.json';
import type identity from './locales/en/identity.json';
import type links from './locales/en/links.json';
import type multisim from './locales/en/multisim.json';
import type numbers from './locales/en/numbers.json';
import type order from './locales/en/order.json';
import type payment from './locales/en/payment.json';
import type port from './locales/en/port.json';
import type profile from './locales/en/profile.json';
import type purchase from './locales/en/purchase.json';
import type receipt from './locales/en/receipt.json';
import type recharge from './locales/en/recharge.json';
import type refer from './locales/en/refer.json';
import type registration from './locales/en/registration.json';
import type replacement from './locales/en/replacement.json';
import type search from './locales/en/search.json';
import type secondFactor from './locales/en/second-factor.json';
import type sessions from './locales/en/sessions.json';
import type shell from './locales/en/shell.json';
import type signIn from './locales/en/sign-in.json';
import type start from './locales/en/start.json';
import type terms from './locales/en/terms.json';
import type vanities from './locales/en/vanities.json';

/** English is the type: a key that is not in its files does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      accounts: typeof accounts;
      activation: typeof activation;
      cards: typeof cards;
      common: typeof common;
      credentials: typeof credentials;
      dashboard: typeof dashboard;
      details: typeof details;
      device: typeof device;
      esim: typeof esim;
      'find-order': typeof findOrder;
      history: typeof history;
      home: typeof home;
      identity: typeof identity;
      links: typeof links;
      multisim: typeof multisim;
      numbers: typeof numbers;
      order: typeof order;
      payment: typeof payment;
      port: typeof port;
      profile: typeof profile;
      purchase: typeof purchase;
      receipt: typeof receipt;
      recharge: typeof recharge;
      refer: typeof refer;
      registration: typeof registration;
      replacement: typeof replacement;
      search: typeof search;
      'sign-in': typeof signIn;
      'second-factor': typeof secondFactor;
      sessions: typeof sessions;
      shell: typeof shell;
      start: typeof start;
      terms: typeof terms;
      vanities: typeof vanities;
    };
  }
}
