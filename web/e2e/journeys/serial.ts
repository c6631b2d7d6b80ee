import { enDesktop, inFull, type Journeys, journey } from './journey.ts';

/** Journeys in the folder serial change the whole stack, so they run alone. */
export const ofStack: Journeys = {
  // bulk-recovery
  'what an outage of the courier held is tried again in bulk, and arrives': inFull('console', enDesktop),
  // database-away
  'a database that does not answer while the card is charged: the payment is written when it does': inFull(
    'order/steps',
    ['ar-desktop'],
  ),
  // hold-expiry
  'a hold that ran out offers similar numbers and keeps what was typed': inFull('order/steps', enDesktop),
  // maintenance
  'maintenance begins and ends while an order is open': journey('app order/steps', 'ar-phone', enDesktop),
  'a page asked for during maintenance is shown afterwards': inFull('app content', enDesktop),
  'maintenance is announced before it begins': inFull('app', enDesktop),
  // partner-away
  'a partner that does not answer is named to support, until it answers again': inFull('console', [
    'en-desktop',
    'ar-phone',
  ]),
  // payment-unknown
  'a payment with an unknown outcome is shown as that, until it turns out to be paid': inFull(
    'console order/steps',
    enDesktop,
  ),
  // port-in-days
  'days of a number on its way: refused for an open bill, corrected, carried, switched': inFull(
    'order/port',
    enDesktop,
  ),
  // worker-killed
  'a worker killed while the card is charged: the order goes on, and the card is charged once': inFull(
    'order/steps',
    ['en-desktop', 'ar-desktop'],
  ),
};
