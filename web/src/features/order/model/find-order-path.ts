import type { Language } from '@/lib/text/language';

/** Where an order is found again by a code; its number is filled in. */
export const findOrderPath = (language: Language, orderNumber: string) =>
  `/${language}/find-order?order=${encodeURIComponent(orderNumber)}`;
