import { enDesktop, enPhone, everyone, inFull, type Journeys, journey } from './journey.ts';

/** Journeys of visitors without an account, which run in parallel. */
export const ofGuests: Journeys = {
  // access
  'a guest forgets an order on a shared device, in all its tabs, and finds it again': journey(
    'order/details find-order home',
    'en-desktop',
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
    'ar-desktop',
    enPhone,
  ),
  'two tabs that submit the same step make one order of it': inFull('order/steps', enDesktop),
  // activation
  'the number of a SIM is read by the camera, in a browser without a detector of barcodes': journey(
    'sim-activation',
    'en-phone',
    enPhone,
  ),
  'a SIM is activated in a browser that does not know its order, by the card and the ID of its owner':
    journey('sim-activation', 'en-desktop', ['en-desktop', ...enPhone]),
  // words
  'questions are answered, an opinion counts, and pages of words are read in both languages': journey(
    'help faq content search',
    'en-desktop',
    everyone,
  ),
  // rates
  'what calls abroad cost is found by country, and what a stay there would': journey(
    'rates',
    'ar-phone',
    enDesktop,
  ),
  // stores
  'a store is found by city, words and what it does, on a list and on a map': journey(
    'shops',
    'en-desktop',
    enDesktop,
  ),
  'the nearest store comes first where the visitor says where they are, and else a city helps': journey(
    'shops',
    'ar-phone',
    ['ar-phone', 'en-desktop'],
  ),
  // cancellation
  'a paid order is cancelled: the money goes back, the number is free again, an SMS says so': journey(
    'order/details',
    'ar-phone',
    enDesktop,
  ),
  'the parcel of a cancelled order is with the courier: refused at the door, it comes back, and the money with it':
    journey('order/details', 'en-desktop', enDesktop),
  // esim
  'a visitor orders an eSIM, installs it and the line is on': journey(
    'home order/start order/steps order/esim order/details',
    'ar-desktop',
    everyone,
  ),
  'an eSIM that does not install is made anew, and the code is sent again': journey(
    'order/esim',
    'ar-desktop',
    enPhone,
  ),
  // find-order
  'a guest finds an order again with its number, the mobile and a code': journey(
    'find-order',
    'en-phone',
    enPhone,
  ),
  // held
  'a parcel the courier refuses is held, amended by support, and goes on to the door': inFull(
    'order/details',
    enPhone,
  ),
  'a customer corrects the address that the courier refused, and the parcel comes to the new one': journey(
    'order/details',
    'ar-phone',
    enDesktop,
  ),
  // hostile-text
  'a search is shown as it was typed, even hostile text': inFull('search', everyone),
  'hostile text in an order is shown as it was typed, or refused at its field': journey(
    'order/steps order/contact',
    'ar-phone',
    everyone,
  ),
  'hostile order numbers and promo codes find nothing and do no harm': inFull(
    'find-order order/steps',
    everyone,
  ),
  'hostile text is refused where a customer registers and where a number on its way is corrected': inFull(
    'sign-in order/port',
    everyone,
  ),
  // keyboard
  'the whole order of a SIM without a mouse': journey('home order/steps order/contact', 'en-desktop', [
    'en-desktop',
  ]),
  'the whole order of an eSIM without a mouse': inFull('home order/start order/esim', ['en-desktop']),
  'bringing a number without a mouse: another time for the switch': inFull(
    'order/start order/port order/contact',
    ['ar-desktop'],
  ),
  // label
  'the label of a parcel is printed in the console, which tells SMS and e-mail of a message apart': journey(
    'console order/details',
    'en-desktop',
    enDesktop,
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
  // links
  'the link of a message opens what it is about, in one browser': journey(
    'find-order sim-activation order/details',
    'ar-desktop',
    everyone,
  ),
  // order-to-activation
  'a visitor orders a SIM, follows it to the door and activates the line': journey(
    'home order/steps order/details sim-activation order/contact',
    'ar-phone',
    everyone,
  ),
  // payment
  'an order is paid with the code of an STC Pay wallet': journey('order/steps', 'ar-phone', enDesktop),
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
  'who walks away from the bank finds the way back to it, or takes another card': inFull('order/steps', [
    'en-phone',
  ]),
  // pickup
  'a customer has the SIM sent to a branch and is told when to collect it': journey(
    'order/steps order/details',
    'en-desktop',
    enDesktop,
  ),
  // plans
  'a visitor compares two plans, reads one and orders a SIM with it': journey('plans', 'en-phone', everyone),
  'a visitor compares Hawakom, and gets a plan by whose number it is': journey(
    'plans',
    'ar-desktop',
    everyone,
  ),
  // port-in
  'a customer brings a number over: refused for an open bill, sent again, switched': journey(
    'order/start order/steps order/port order/details',
    'ar-desktop',
    everyone,
  ),
  'a switch that fails at the release is rolled back and done in the next window': inFull('order/port', [
    'en-desktop',
  ]),
  'a switch that fails at the activation is rolled back and done in the next window': inFull('order/port', [
    'ar-phone',
  ]),
  'a request to bring a number is withdrawn: the number stays and the money goes back': journey(
    'order/port order/details',
    'ar-phone',
    enDesktop,
  ),
  'a switch is put off to another day, brought forward again, and happens then': inFull(
    'order/port',
    enPhone,
  ),
  // promo-and-receipt
  'a promo code of each fate: told at the field, taken off the price, removed': journey(
    'order/steps',
    'en-phone',
    enPhone,
  ),
  'a paid order has a receipt to print, which its letter brings': journey(
    'order/receipt',
    'ar-phone',
    enDesktop,
  ),
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
  'a name with digits and mobiles that differ are told at their fields': inFull('order/steps', enDesktop),
  'an address without a city is not taken, and the rest of it stays': inFull('order/steps', enPhone),
  'another customer was faster with a number: the shop says so and offers others': journey(
    'order/steps',
    'en-desktop',
    enDesktop,
  ),
  // search
  'pages and plans are found by words, and lead where they say': journey('search', 'ar-phone', everyone),
  'where there is nothing to be found, there is a way on': journey('search home', 'en-desktop', enDesktop),
  // shell
  // light
  'pages of guests are there before any script': journey(
    'home sign-in order/start help content',
    'en-phone',
    ['en-phone', 'en-desktop'],
  ),
  'pages of guests come alive as they are, without a move, in few requests': journey(
    'home sign-in order/start help content',
    'en-phone',
    ['en-phone', 'en-desktop'],
  ),
  'the typeface comes on the first visit, and a late one moves little': journey(
    'home sign-in order/start help content',
    'ar-phone',
    everyone,
  ),
  'a visitor types digits on the first page, and the order begins with one of three numbers': journey(
    'home order/start',
    'ar-phone',
    everyone,
  ),
  'what is pressed before a page is alive is done once it is': journey('sign-in', 'en-desktop', everyone),
  'what is typed and chosen before a page is alive counts once it is': journey(
    'order/start',
    'ar-phone',
    everyone,
  ),
  'a visitor who scrolls before a page is alive stays there': journey('home', 'ar-phone', everyone),
  'what is pressed waits no longer where the scripts of the page do not come': journey(
    'sign-in',
    'en-phone',
    enPhone,
  ),
  'an address that is no page answers 404': journey('app', 'en-phone', enPhone),
  'an address that is no page leads to help, which has the order at hand': journey(
    'help',
    'en-desktop',
    everyone,
  ),
  'an address names its language in any of its forms': journey('app', 'ar-desktop', enPhone),
  'the menu leads from page to page': journey('app content', 'en-phone', everyone),
  'a lost connection is said and forgotten when it is back': journey('app', 'ar-desktop', enPhone),
  'a sign-in that is sent offline keeps what was typed': journey('app sign-in', 'en-desktop', everyone),
  'a part of the site that does not come offers to reload': journey('app content', 'en-desktop', enDesktop),
  'the first key reaches the skip link, and the focus goes along to the next page': journey(
    'app sign-in content',
    'ar-desktop',
    enPhone,
  ),
  'an error in a page is reported by the name of the page, without what was typed': journey(
    'app find-order',
    'en-phone',
    enPhone,
  ),
  'the site starts again after its configuration could not be had': journey('app', 'en-phone', enPhone),
  // text-size
  'text of twice its size stays on the screen of a small phone': journey('app home order/steps', 'ar-phone', [
    'en-phone',
    'ar-phone',
  ]),
  'the shop works behind a proxy whose content policy is stricter': journey(
    'app home order/steps sign-in',
    'en-phone',
    enPhone,
  ),
  'a page says what to do where no script runs or comes': journey('app', 'en-phone', [
    'en-phone',
    'ar-phone',
  ]),
  // time-out
  'a booking whose answer does not come is asked for again, and is the same booking': inFull(
    'order/steps',
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
  'an advertiser hears of a visit once the visitor agreed, as the content policy allows': inFull(
    'app home content',
    enPhone,
  ),
  'an advertiser hears nothing if the visitor says no': inFull('app home', enDesktop),
  // unreached
  'a letter with an invoice that bounces is told at the order and to support': journey(
    'order/details console',
    'ar-phone',
    enDesktop,
  ),
  'a letter that is taken and bounces later is told at the order': journey(
    'order/details',
    'en-phone',
    everyone,
  ),
  'a customer whose SMS was taken, but did not arrive, reads it at the order': inFull(
    'order/details',
    everyone,
  ),
  'who cannot be reached by SMS reads it at the order, and follows it there': inFull(
    'order/details',
    everyone,
  ),
  // vanities
  'a number of all vanity numbers, by either spelling of their page, begins an order': journey(
    'order/start',
    'ar-desktop',
    everyone,
  ),
};
