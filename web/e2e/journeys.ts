import type { Visitor } from './support/visitors.ts';

/** A folder of src/features, or of src/features/order, whose pages a journey passes; `app` is what frames them. */
type Area = string;

interface Journey {
  areas: readonly Area[];
  /** Who goes on it in `make test`: one visitor, or two where a page is on no other journey. */
  once: readonly Visitor[];
  /** Who goes on it in `make test-all`. */
  all: readonly Visitor[];
}

const everyone: Visitor[] = ['en-phone', 'en-desktop', 'ar-phone', 'ar-desktop'];
/** The two pairs that show both languages and both widths. */
const enPhone: Visitor[] = ['en-phone', 'ar-desktop'];
const enDesktop: Visitor[] = ['en-desktop', 'ar-phone'];

const journey = (areas: string, once: Visitor | Visitor[], all: Visitor[]): Journey => ({
  areas: areas.split(' '),
  once: [once].flat(),
  all,
});

/**
 * Who goes on which journey, the same in every run. A title without a row runs for nobody, and journeys.test.ts fails
 * for it, as it does for an area that one of the languages or one of the widths does not reach in `make test`.
 */
export const journeys: Record<string, Journey> = {
  // access
  'a guest forgets an order on a shared device, in all its tabs, and finds it again': journey(
    'order/details find-order home',
    'en-phone',
    everyone,
  ),
  'an order survives a reload, goes on in a second tab and on another device': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  'a step that is not open yet leads to the one that is': journey('order/steps', 'ar-desktop', enPhone),
  'unknown orders, orders of others and unknown pages say what to do': journey(
    'app order/steps',
    'en-phone',
    enPhone,
  ),
  'two tabs that submit the same step make one order of it': journey('order/steps', 'en-desktop', enDesktop),
  // activation
  'a SIM is activated in a browser that does not know its order, by the card and the ID of its owner':
    journey('sim-activation', 'en-desktop', ['en-desktop', ...enPhone]),
  // cancellation
  'a paid order is cancelled: the money goes back, the number is free again, an SMS says so': journey(
    'order/details',
    'ar-phone',
    enDesktop,
  ),
  // esim
  'a visitor orders an eSIM, installs it and the line is on': journey(
    'home order/start order/steps order/esim order/details',
    'ar-desktop',
    everyone,
  ),
  'an eSIM that does not install is made anew, and the code is sent again': journey(
    'order/esim',
    'en-phone',
    enPhone,
  ),
  // find-order
  'a guest finds an order again with its number, the mobile and a code': journey(
    'find-order',
    'en-phone',
    enPhone,
  ),
  // vanities
  'a number of all vanity numbers, by either spelling of their page, begins an order': journey(
    'order/start',
    'ar-desktop',
    everyone,
  ),
  // links
  'the link of a message opens what it is about, in one browser': journey(
    'find-order sim-activation order/details',
    'ar-desktop',
    everyone,
  ),
  // held
  'a parcel the courier refuses is held, amended by support, and goes on to the door': journey(
    'order/details',
    'ar-desktop',
    enPhone,
  ),
  // hostile-text
  'what somebody searches for is shown as it was typed, whatever it is': journey(
    'search',
    'en-phone',
    everyone,
  ),
  'hostile text in an order is shown as it was typed, or refused at its field': journey(
    'order/steps order/contact',
    'ar-phone',
    everyone,
  ),
  'hostile order numbers and promo codes find nothing and do no harm': journey(
    'find-order order/steps',
    'en-phone',
    everyone,
  ),
  'hostile text is refused where somebody registers and where a number on its way is corrected': journey(
    'sign-in order/port',
    'ar-phone',
    everyone,
  ),
  // keyboard
  'the whole order of a SIM without a mouse': journey('home order/steps order/contact', 'en-desktop', [
    'en-desktop',
  ]),
  'the whole order of an eSIM without a mouse': journey('home order/start order/esim', 'en-desktop', [
    'en-desktop',
  ]),
  'bringing a number without a mouse: another time for the switch': journey(
    'order/start order/port order/contact',
    'ar-desktop',
    ['ar-desktop'],
  ),
  // language
  'changing the language keeps the step and what was typed into it': journey(
    'app order/steps order/contact',
    'en-phone',
    ['en-phone', 'en-desktop'],
  ),
  'back and forward cross the languages with words and direction': journey('app order/steps', 'ar-desktop', [
    'ar-phone',
    'ar-desktop',
  ]),
  // order-to-activation
  'a visitor orders a SIM, follows it to the door and activates the line': journey(
    'home order/steps order/details sim-activation order/contact',
    'ar-phone',
    everyone,
  ),
  // payment
  'a declined card leaves the number booked, and a second card pays the same order': journey(
    'order/steps',
    'ar-desktop',
    enPhone,
  ),
  'a check given up at the bank brings the customer back to pay again': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  'who walks away from the bank finds the way back to it, or takes another card': journey(
    'order/steps',
    'en-phone',
    ['en-phone'],
  ),
  // pickup
  'a customer has the SIM sent to a branch and is told when to collect it': journey(
    'order/steps order/details',
    'en-desktop',
    enDesktop,
  ),
  // port-in
  'a customer brings a number over: refused for an open bill, sent again, switched': journey(
    'order/start order/steps order/port order/details',
    'en-phone',
    everyone,
  ),
  'a switch that fails at the release is rolled back and done in the next window': journey(
    'order/port',
    'en-desktop',
    ['en-desktop'],
  ),
  'a switch that fails at the activation is rolled back and done in the next window': journey(
    'order/port',
    'ar-phone',
    ['ar-phone'],
  ),
  'a request to bring a number is withdrawn: the number stays and the money goes back': journey(
    'order/port order/details',
    'ar-phone',
    enDesktop,
  ),
  'a switch is put off to another day, brought forward again, and happens then': journey(
    'order/port',
    'ar-desktop',
    enPhone,
  ),
  // recharge
  'a balance is recharged with the check of the bank, and its receipt is there': journey(
    'recharge purchase history',
    ['ar-phone', 'en-desktop'],
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
  'a card is added with the check of its bank, preferred and deleted': journey(
    'cards purchase',
    ['ar-phone', 'en-desktop'],
    everyone,
  ),
  // promo-and-receipt
  'a promo code of each fate: told at the field, taken off the price, removed': journey(
    'order/steps',
    'en-phone',
    enPhone,
  ),
  'a paid order has a receipt to print': journey('order/receipt', 'ar-phone', enDesktop),
  // refund
  'support refunds a completed order: the line stays, order and receipt say what went back': journey(
    'order/details order/receipt sim-activation',
    'en-desktop',
    ['en-desktop', ...enPhone],
  ),
  // refusals
  'who may not have a SIM reads why, and everything typed stays': journey(
    'order/steps',
    'ar-desktop',
    enPhone,
  ),
  'a name with digits and mobiles that differ are told at their fields': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  'an address without a city is not taken, and the rest of it stays': journey(
    'order/steps',
    'en-phone',
    enPhone,
  ),
  'somebody was faster with a number: the shop says so and offers others': journey(
    'order/steps',
    'en-desktop',
    enDesktop,
  ),
  // search
  'pages and plans are found by words, and lead where they say': journey('search', 'ar-phone', everyone),
  'where there is nothing to be found, there is a way on': journey('search home', 'en-desktop', enDesktop),
  // shell
  'an address names its language in any of its forms': journey('app', 'ar-phone', enDesktop),
  'the menu leads from page to page': journey('app terms', 'en-phone', everyone),
  'a lost connection is said and forgotten when it is back': journey('app', 'ar-desktop', enPhone),
  'a part of the site that does not come offers to reload': journey('app terms', 'en-desktop', enDesktop),
  'the site starts again after its configuration could not be had': journey('app', 'en-phone', enPhone),
  // time-out
  'a booking whose answer does not come is asked for again, and is the same booking': journey(
    'order/steps',
    'en-phone',
    enPhone,
  ),
  'the end of a hold is in view five minutes before, and one tap moves it': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  'a step whose answer does not come is sent again under its key': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  // tracking
  'an advertiser hears of a visit once the visitor agreed, as the content policy allows': journey(
    'app home terms',
    'ar-desktop',
    enPhone,
  ),
  'an advertiser hears nothing where the visitor says no': journey('app home', 'en-desktop', enDesktop),
  // unreached
  'who cannot be reached by SMS reads it at the order, and follows it there': journey(
    'order/details',
    'ar-desktop',
    everyone,
  ),

  // content/first-days
  'registered, back by code, a number added, its permission and then the session taken away': journey(
    'accounts sign-in profile dashboard',
    'en-phone',
    enPhone,
  ),

  // members/account
  'hostile text in the profile and about a number to add is refused at its field and does no harm': journey(
    'profile accounts',
    'ar-desktop',
    enPhone,
  ),
  'a changed password ends every other session, and is put back on the same page': journey(
    'profile sign-in',
    'en-phone',
    enPhone,
  ),
  'news of orders take the way chosen in the profile, and codes stay with SMS': journey(
    'profile sign-in',
    'ar-desktop',
    enPhone,
  ),
  'messages come in the language chosen, and to another e-mail once its code was entered': journey(
    'profile',
    'en-phone',
    enPhone,
  ),
  // members/keyboard-lines
  'a SIM is replaced, and the old one brought back': journey('order/replacement', 'en-desktop', [
    'en-desktop',
  ]),
  'a further SIM is renamed, and another one ordered and called off': journey(
    'multi-sim order/extra-sim',
    'ar-desktop',
    ['ar-desktop'],
  ),
  // members/kept-card
  'a card is kept once it has paid, and pays again with the check of its bank': journey(
    'multi-sim order/steps',
    'ar-desktop',
    enPhone,
  ),
  // members/multi-sim
  'a further SIM is ordered, made primary, and the former one deactivated': journey(
    'multi-sim order/extra-sim',
    'en-phone',
    enPhone,
  ),
  'a friend orders with an invitation': journey('refer', enPhone, enPhone),
  // members/my-plan
  'another plan is scheduled and called off, and the renewal stopped and started': journey(
    'my-plan',
    enPhone,
    enPhone,
  ),
  // members/recharge
  // members/replacement
  'a customer moves a line of the account to an eSIM': journey('order/replacement', 'en-phone', enPhone),
  'the order that gave the SIM and the one that replaces it name each other': journey(
    'order/replacement order/details find-order',
    'ar-desktop',
    enPhone,
  ),
  'whoever holds a line stops a replacement that somebody else asked for': journey(
    'order/replacement not-me',
    enPhone,
    enPhone,
  ),
  // members/sign-in
  'a wrong password says no more than that, and the right one leads back': journey(
    'sign-in profile',
    'ar-phone',
    enDesktop,
  ),
  'who has several lines chooses one of them': journey('sign-in dashboard', 'ar-desktop', enPhone),
  'a number of another operator is told how to get in': journey('sign-in', 'ar-phone', [
    'en-phone',
    'ar-phone',
  ]),
  'a wrong code costs a try, and nobody signs in with it': journey('sign-in', 'ar-desktop', [
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
  'nothing is kept in clear, and signing out in one tab ends the other': journey(
    'sign-in dashboard',
    'en-desktop',
    ['en-desktop'],
  ),
  'the keyboard is enough to sign in': journey('sign-in', 'en-desktop', ['en-desktop']),

  // members/staff
  'who is new to us sets up an authenticator app, and comes in without it once for each recovery code':
    journey('second-factor sign-in', 'en-phone', enPhone),
  'who works for us gives a code after the password': journey('second-factor sign-in', 'ar-desktop', enPhone),
  'a device that is still signed in is signed out from another one': journey(
    'sessions profile',
    enDesktop,
    enDesktop,
  ),

  // serial/database-away
  'a database that does not answer while the card is charged: the payment is written when it does': journey(
    'order/steps',
    'ar-desktop',
    ['ar-desktop'],
  ),
  // serial/hold-expiry
  'a hold that ran out offers similar numbers and keeps what was typed': journey(
    'order/steps',
    'ar-phone',
    enDesktop,
  ),
  // serial/maintenance
  'maintenance begins and ends while an order is open': journey('app order/steps', 'ar-phone', enDesktop),
  'a page asked for during maintenance is shown afterwards': journey('app terms', 'en-desktop', enDesktop),
  'maintenance is announced before it begins': journey('app', 'ar-phone', enDesktop),
  // serial/port-in-days
  'days of a number on its way: refused for an open bill, corrected, carried, switched': journey(
    'order/port',
    'en-desktop',
    enDesktop,
  ),
  // serial/worker-killed
  'a worker killed while the card is charged: the order goes on, and the card is charged once': journey(
    'order/steps',
    'en-desktop',
    ['en-desktop', 'ar-desktop'],
  ),
};
