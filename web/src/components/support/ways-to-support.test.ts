import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sendsToSupport } from '@/api/sent-to-support';

type Texts = { [key: string]: string | Texts };

const own = import.meta.glob<Texts>('../../i18n/locales/*/*.json', { eager: true, import: 'default' });

/** Finds texts that send customers to support, by their words in either language. */
const sends = /\bsupport\b|(call|contact|tell) us\b|الدعم|(اتصل|تواصل) (بنا|معنا)|أخبرنا/i;

function flat(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );
}

const sendingOf = (texts: [string, string][]) =>
  texts.filter(([, text]) => sends.test(text)).map(([key]) => key);

/** The component that shows each text that sends the customer to support. */
const places: { [text: string]: string } = {
  'sim-activation:call': 'features/sim-activation/activate-line.tsx',
  'sim-activation:heldEsim': 'features/sim-activation/activate-line.tsx',
  'dashboard:balance.failed': 'features/dashboard/balance-failure.tsx',
  'details:held.address': 'features/order/details/held-notice.tsx',
  'details:held.branch': 'features/order/details/held-notice.tsx',
  'details:held.esimActivation': 'features/order/details/held-notice.tsx',
  'details:unreached.email': 'features/order/details/order-timeline.tsx',
  'details:unreached.mobile': 'features/order/details/order-timeline.tsx',
  'esim:failed.contact': 'features/order/esim/esim-profile.tsx',
  'esim:failed.support': 'features/order/esim/reissue.tsx',
  'identity:noTries': 'components/identity/identity-challenge.tsx',
  'port-out:consequenceMoving': 'features/port-out/objection.tsx',
  'port-out:late': 'features/port-out/objection.tsx',
  'port-out:lateNext': 'features/port-out/objection.tsx',
  'port-out:noneText': 'features/port-out/port-out-number.tsx',
  'port-out:report': 'features/port-out/objection.tsx',
  'order:reference.call': 'features/order/components/order-reference.tsx',
  'order:reference.label': 'features/order/components/order-reference.tsx',
  'purchase:held.billedText': 'features/purchase/held.tsx',
  'purchase:held.call': 'features/purchase/held.tsx',
  'purchase:held.text': 'features/purchase/held.tsx',
  'purchase:heldTransfer.text': 'features/purchase/held.tsx',
  'replacement:notMe.invalidText': 'features/dispute/dispute-page.tsx',
  'replacement:notMe.late': 'features/dispute/dispute-page.tsx',
  'replacement:notMe.lateNext': 'features/dispute/dispute-page.tsx',
  'sim-information:because.authority': 'features/sim-information/line-card.tsx',
  'sim-information:unreachable': 'features/sim-information/puk-dialog.tsx',
};

/** These texts say "support" or "tell us" without sending the customer to support. */
const withoutSupport = new Set([
  'common:nav.support', // the link itself
  'common:callSupport',
  'help:call', // the page behind the link
  'help:support-chat',
  'tickets:author.support', // the author of a message
  'tickets:written.support', // the link itself
  'tickets:chat.call', // the page itself shows how to contact support
  'tickets:chat.frame',
  'tickets:chat.lead',
  'tickets:complaint.lead', // the page itself takes the complaint
  'tickets:reseller.lead',
  'registration:reset.lead',
  'registration:register.finishTitle',
  'replacement:reasonError',
  // Texts for staff members:
  'accounts:menu.console',
  'console:ticket.author.support',
  'console:approvals.own',
  'console:case.awaitsApproval',
  'console:statement.waitsThen',
  'console:audit.area.support',
  'console:frame.brand',
  'console:frame.closed',
  'console:frame.closedText',
  'console:refund.waits',
  'second-factor:done.console',
  'second-factor:done.lead',
]);

/** Texts that only describe the server, or that only staff members read. */
const ofTheServer = new Set([
  'order_not_held',
  'refund.reason',
  'cancelled_by_support',
  'case.will.refund-waits',
]);
/** Message texts, which are no pages, and texts of the console: settings and cases. */
const messages = /^(message|sms|subject|port-out|setting|case\.waits)\./;

describe('a text or refusal that sends to support has a support link (APP-7)', () => {
  it('by one of our texts', () => {
    const found = Object.entries(own).flatMap(([file, texts]) =>
      sendingOf(flat(texts, `${file.replace(/^.*\/|\.json$/g, '')}:`)),
    );
    const toSupport = [...new Set(found)].filter((text) => !withoutSupport.has(text)).toSorted();
    expect(toSupport).toEqual(Object.keys(places).toSorted());
  });

  it.each(Object.entries(places))('where %s stands', (_, place) => {
    expect(readFileSync(`src/${place}`, 'utf8')).toMatch(/<(HelpLink|OrderReference)\b/);
  });

  it('by a refusal of the server', () => {
    const found = ['en', 'ar'].flatMap((language) => {
      const texts: Texts = JSON.parse(readFileSync(`../internal/contract/texts/${language}.json`, 'utf8'));
      return sendingOf(flat(texts, ''));
    });
    const sending = found.filter((key) => !messages.test(key) && !ofTheServer.has(key));
    expect(sending.length).toBeGreaterThan(10);
    expect(sending.filter((key) => !sendsToSupport(key))).toEqual([]);
  });
});
