import 'i18next';
import type activation from './locales/en/activation.json';
import type common from './locales/en/common.json';
import type details from './locales/en/details.json';
import type home from './locales/en/home.json';
import type order from './locales/en/order.json';
import type terms from './locales/en/terms.json';

/** English is the type: a key that is not in its files does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      activation: typeof activation;
      common: typeof common;
      details: typeof details;
      home: typeof home;
      order: typeof order;
      terms: typeof terms;
    };
  }
}
