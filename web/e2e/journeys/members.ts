import { enDesktop, enPhone, everyone, inFull, type Journeys, journey } from './journey.ts';

/** Journeys of seeded customers, in the folders members and content. */
export const ofMembers: Journeys = {
  // account
  'hostile text in the profile and about a number to add is refused at its field and does no harm': inFull(
    'profile accounts',
    enPhone,
  ),
  'a changed password ends every other session, and is put back on the same page': journey(
    'profile sign-in',
    'en-phone',
    enPhone,
  ),
  'news of orders take the way chosen in the profile, and codes stay with SMS': inFull(
    'profile sign-in',
    enPhone,
  ),
  'messages come in the language chosen, and to another e-mail once its code was entered': journey(
    'profile',
    'en-phone',
    enPhone,
  ),
  // offers
  'offers are stopped by the link of a letter, taken again, and stopped by the mail program': journey(
    'message-link profile referral',
    'ar-phone',
    enDesktop,
  ),
  // auto-recharge: each line is recharged for a date once
  'a balance is recharged by itself, paused without its card, goes on with another, and is deleted': journey(
    'auto-recharge',
    'en-desktop',
    ['ar-phone', 'en-desktop'],
  ),
  // bills
  'a bill is seen with its services, kept as a file, and paid in two parts': journey(
    'bills purchase usage',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  'a bill is paid by its link without signing in': journey('bills purchase', 'en-phone', enPhone),
  // keyboard-lines
  'a SIM is replaced, and the old one brought back': inFull('order/replacement', ['en-desktop']),
  'a further SIM is renamed, and another one ordered and called off': inFull('multi-sim order/extra-sim', [
    'ar-desktop',
  ]),
  // saved-card
  'a card is kept once it has paid, and pays again with the check of its bank': inFull(
    'multi-sim order/steps',
    enPhone,
  ),
  // port-out
  'a number that a stranger asked for stays after one click, and a number that its owner moves leaves with its session':
    journey('port-out', 'en-desktop', ['ar-phone', 'en-desktop']),
  // deactivation
  'a number is deactivated, kept, deactivated for good with its session, and rests': journey(
    'deactivation profile',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  // lost-phone
  'a line whose phone is lost is suspended, shown so everywhere, and brought back': journey(
    'sim-information accounts',
    'en-desktop',
    everyone,
  ),
  // number-settings
  'a service is switched, a number refused and blocked, a country blocked, and all put back': journey(
    'number-settings rates',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  // multi-sim
  'a further SIM is ordered, made primary, and the former one deactivated': journey(
    'multi-sim order/extra-sim',
    'en-phone',
    enPhone,
  ),
  'a friend orders with an invitation': journey('referral', 'ar-desktop', enPhone),
  // passkey
  'a passkey is offered after the password, signs in from then on, is renamed and removed': journey(
    'sign-in sessions',
    'ar-desktop',
    ['en-phone', 'ar-desktop'],
  ),
  // promo
  'a promo code says what it gives and where it is good, or why it is none': journey(
    'promo',
    'en-desktop',
    everyone,
  ),
  // an account may ask about twenty codes an hour
  'a promo code is taken off a recharge, and one that is not for it says so': journey(
    'recharge promo purchase',
    'ar-desktop',
    enPhone,
  ),
  // recharge
  'a balance is recharged with the check of the bank, and its receipt is there': journey(
    'recharge purchase usage',
    'en-desktop',
    everyone,
  ),
  'a voucher is worth its recharge, once, also for a friend': journey(
    'recharge purchase',
    'en-phone',
    everyone,
  ),
  'data is bought from the balance, and with the code of a wallet': journey(
    'recharge purchase',
    'ar-desktop',
    everyone,
  ),
  'a balance is recharged in two taps from the dashboard': journey(
    'dashboard recharge purchase',
    'en-phone',
    enPhone,
  ),
  // effort: taps and fields on an Arabic phone (docs/journeys.md)
  'a new customer gets an eSIM with little effort': inFull('order/steps order/esim', ['ar-phone']),
  'five gigabytes are bought from the dashboard with little effort': inFull('recharge dashboard', [
    'ar-phone',
  ]),
  'the bill of an SMS is paid with little effort': journey('bills', 'ar-phone', ['ar-phone']),
  'another plan is chosen with little effort': inFull('my-plan', ['ar-phone']),
  'a balance is recharged with Apple Pay': journey('recharge purchase', 'en-phone', enPhone),
  'a card is added with the check of its bank, preferred and deleted': journey(
    'saved-cards purchase',
    'ar-phone',
    everyone,
  ),
  // replacement
  'a customer moves a line of the account to an eSIM': journey('order/replacement', 'en-phone', enPhone),
  'the order that gave the SIM and the one that replaces it name each other': journey(
    'order/replacement order/details find-order',
    'ar-desktop',
    enPhone,
  ),
  'the holder of a line stops a replacement that a stranger asked for': journey(
    'order/replacement dispute',
    'en-phone',
    enPhone,
  ),
  // games
  'a code of a game is bought from the balance and goes to the email and the mobile': journey(
    'games purchase',
    'ar-desktop',
    enPhone,
  ),
  // history
  'what a line used is seen by day and by number, narrowed, turned back and kept as a table': journey(
    'usage',
    'en-desktop',
    ['ar-phone', 'en-phone', 'en-desktop'],
  ),
  // tickets
  'a complaint is written, answered from the console, read by its link, closed and opened again': journey(
    'tickets console',
    'en-desktop',
    ['ar-phone', 'en-desktop'],
  ),
  'files come with a complaint, are opened by both sides, and one with a virus is refused': journey(
    'tickets console',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  'a shop asks to sell for us, and an app shows the complaint without header and footer': journey(
    'tickets',
    'en-phone',
    enPhone,
  ),
  // vas
  'a service of a partner is subscribed to with its code, seen and ended': journey(
    'vas purchase',
    'ar-desktop',
    enPhone,
  ),
  'a service is renewed on its day, and ends once that is turned off': inFull('vas purchase', [
    'ar-phone',
    'en-desktop',
  ]),
  'a service of a postpaid line goes onto its bill, with VAT': inFull('vas purchase', [
    'en-desktop',
    'ar-phone',
  ]),
  // transfer
  'credit goes to another line with its code, and both sides see it': journey(
    'transfer purchase usage',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  'a top-up goes to a number abroad, and what is no such number is told': journey(
    'transfer purchase',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  'data goes to another line in one of the amounts that are offered': journey(
    'transfer purchase',
    'en-desktop',
    ['en-desktop', 'ar-phone'],
  ),
  // sign-in
  'a wrong password says no more than that, and the right one leads back': journey(
    'sign-in profile',
    'ar-phone',
    enDesktop,
  ),
  'who has several lines chooses one of them': journey('sign-in dashboard home', 'ar-desktop', enPhone),
  'a number of another operator is told how to get in': journey('sign-in', 'ar-phone', [
    'en-phone',
    'ar-phone',
  ]),
  'a wrong code uses a try and signs in no user': journey('sign-in', 'ar-desktop', [
    'en-desktop',
    'ar-desktop',
  ]),
  'a social sign-in is cancelled, then linked by code, and from then on one tap': journey(
    'sign-in profile dashboard',
    'en-phone',
    enPhone,
  ),
  'an e-mail that the provider does not vouch for leads to the quick login': journey(
    'sign-in',
    'en-desktop',
    enDesktop,
  ),
  'a provider that says nothing of an e-mail leads to the number it is linked to': inFull('sign-in', [
    'ar-phone',
    'en-desktop',
  ]),
  'nothing is kept in clear, and signing out in one tab ends the other': journey(
    'sign-in dashboard',
    'en-desktop',
    ['en-desktop'],
  ),
  'the keyboard is enough to sign in': journey('sign-in', 'en-desktop', ['en-desktop']),
  // staff
  'who is new to us sets up an authenticator app, and comes in without it once for each recovery code':
    journey('second-factor sign-in', 'en-phone', enPhone),
  'who works for us gives a code after the password': journey(
    'second-factor sign-in console',
    'ar-desktop',
    enPhone,
  ),
  'a device that is still signed in is signed out from another one': journey(
    'sessions profile',
    'en-desktop',
    enDesktop,
  ),
  // support-console
  'a held order is resumed in three clicks from the queue': journey('console', 'en-phone', enPhone),
  'an address is amended in the console, and the order goes on to the door': journey(
    'console',
    'ar-desktop',
    enPhone,
  ),
  'two agents open one case: the agent who claimed it decides, unless the other takes it over': journey(
    'console',
    'en-desktop',
    enDesktop,
  ),
  'an order is gone on with for a caller who reads out a code, who then pays by a link': journey(
    'console order/steps',
    'ar-phone',
    enDesktop,
  ),
  // approvals
  'a large refund is made after a second person approved it': journey(
    'console order/details',
    'ar-phone',
    enDesktop,
  ),
  'a settings change that takes effect tomorrow is proposed by one, and approved by another': journey(
    'console',
    'en-phone',
    enPhone,
  ),
  // incident
  'an incident is shown with an order that it touches, and its customer told when it is over': inFull(
    'console order/details',
    enPhone,
  ),
  // first-days
  'registered, back by code, a number added, its permission and then the session taken away': journey(
    'accounts sign-in profile dashboard',
    'en-phone',
    enPhone,
  ),
  // members/lines
  'all lines of an account are on one screen, and a line is chosen there': journey(
    'dashboard',
    'ar-desktop',
    everyone,
  ),
  'a postpaid line is told that Hawakom is not for it, and another one of the account that it is': journey(
    'plans',
    'ar-phone',
    enDesktop,
  ),
  // members/my-plan
  'another plan is scheduled, changed and called off, and the renewal stopped and started': journey(
    'my-plan',
    'ar-desktop',
    enPhone,
  ),
  'Hawakom is got from its page, and another one taken at once': journey(
    'my-plan plans purchase',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  'a plan that the balance does not cover runs out, and is back within a minute of a recharge': inFull(
    'my-plan dashboard recharge',
    enPhone,
  ),
  // bundles
  'a bundle is found, bought from the balance, and on the dashboard at once': journey(
    'bundles purchase dashboard',
    'en-phone',
    everyone,
  ),
  'a bundle is a gift, or begins on a day that is changed and called off': journey(
    'bundles purchase',
    'ar-desktop',
    enPhone,
  ),
  'a bundle is put together with its price, and bought': journey('bundles purchase', 'en-desktop', enDesktop),
  'a bundle is bought from the dashboard without a mouse': inFull('bundles purchase dashboard', [
    'ar-desktop',
    'en-desktop',
  ]),
  'bundles of the shop are compared beside each other': journey('bundles', 'en-phone', enPhone),
  'an offer leads to what it sells': journey('bundles', 'ar-phone', everyone),
  // credit-limit
  'a credit limit is changed by hand and to a preset, and a cap that is reached is lifted': journey(
    'credit-limit',
    'en-phone',
    enPhone,
  ),
  // usage
  'what the network reports shows on the dashboard, and the customer is told at 80 per cent': inFull(
    'dashboard',
    ['ar-phone', 'en-desktop'],
  ),
};
