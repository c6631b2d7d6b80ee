import type { Language } from '@/lib/text/language';

/** Returns the page that finds an order with a code; its order number is filled in. */
export const findOrderPath = (language: Language, orderNumber: string) =>
  `/${language}/find-order?order=${encodeURIComponent(orderNumber)}`;
