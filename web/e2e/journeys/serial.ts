import { enDesktop, type Journeys, journey } from './journey.ts';

/** Journeys that change the stack for everybody, in the folder serial. */
export const ofStack: Journeys = {
  // bulk-recovery
  'what an outage of the courier held is tried again in bulk, and arrives': journey(
    'console',
    'ar-phone',
    enDesktop,
  ),
  // database-away
  'a database that does not answer while the card is charged: the payment is written when it does': journey(
    'order/steps',
    'ar-desktop',
    ['ar-desktop'],
  ),
  // hold-expiry
  'a hold that ran out offers similar numbers and keeps what was typed': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  // line-end
  'a number is deactivated, kept, deactivated for good with its session, and rests': journey(
    'deactivation profile',
    ['ar-phone', 'en-desktop'],
    ['ar-phone', 'en-desktop'],
  ),
  // maintenance
  'maintenance begins and ends while an order is open': journey('app order/steps', 'ar-phone', enDesktop),
  'a page asked for during maintenance is shown afterwards': journey('app content', 'en-desktop', enDesktop),
  'maintenance is announced before it begins': journey('app', 'ar-phone', enDesktop),
  // payment-unknown
  'a payment nobody knows the outcome of is shown as that, until it turns out to be paid': journey(
    'console order/steps',
    'ar-phone',
    enDesktop,
  ),
  // port-in-days
  'days of a number on its way: refused for an open bill, corrected, carried, switched': journey(
    'order/port',
    'en-desktop',
    enDesktop,
  ),
  // worker-killed
  'a worker killed while the card is charged: the order goes on, and the card is charged once': journey(
    'order/steps',
    'en-desktop',
    ['en-desktop', 'ar-desktop'],
  ),
};
