import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sendsToSupport } from '@/api/sent-to-support';

type Texts = { [key: string]: string | Texts };

const own = import.meta.glob<Texts>('../../i18n/locales/*/*.json', { eager: true, import: 'default' });

/** By the words that send people there, in either language. */
const sends = /\bsupport\b|(call|contact|tell) us\b|الدعم|(اتصل|تواصل) (بنا|معنا)|أخبرنا/i;

function flat(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );
}

const sendingOf = (texts: [string, string][]) =>
  texts.filter(([, text]) => sends.test(text)).map(([key]) => key);

/** The component that shows each text that sends to support. */
const places: { [text: string]: string } = {
  'activation:call': 'features/sim-activation/activate-line.tsx',
  'activation:heldEsim': 'features/sim-activation/activate-line.tsx',
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
  'port-out:report': 'features/port-out/objection.tsx',
  'order:reference.call': 'features/order/components/order-reference.tsx',
  'order:reference.label': 'features/order/components/order-reference.tsx',
  'purchase:held.billedText': 'features/purchase/held.tsx',
  'purchase:held.call': 'features/purchase/held.tsx',
  'purchase:held.text': 'features/purchase/held.tsx',
  'purchase:heldTransfer.text': 'features/purchase/held.tsx',
  'replacement:notMe.invalidText': 'features/number-dispute/not-me-page.tsx',
  'replacement:notMe.late': 'features/number-dispute/not-me-page.tsx',
  'replacement:notMe.lateNext': 'features/number-dispute/not-me-page.tsx',
  'sim-information:because.authority': 'features/sim-information/line-card.tsx',
  'sim-information:unreachable': 'features/sim-information/puk-dialog.tsx',
};

/** These texts say "support" or "tell us" without sending the customer to support. */
const sendsNobody = new Set([
  'common:nav.support', // the way itself
  'common:callSupport',
  'help:call', // the page it leads to
  'help:support-chat',
  'tickets:author.support', // who wrote
  'tickets:written.support', // the way itself
  'tickets:chat.call', // the page itself says how we are reached
  'tickets:chat.frame',
  'tickets:chat.lead',
  'tickets:complaint.lead', // it is written down on that page
  'tickets:reseller.lead',
  'registration:reset.lead',
  'registration:register.finishTitle',
  'replacement:reasonError',
  // For our own people:
  'accounts:menu.console',
  'console:request.author.support',
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

/** What the server says about itself, or what only our own people read. */
const ofTheServer = new Set([
  'order_not_held',
  'refund.reason',
  'cancelled_by_support',
  'case.will.refund-waits',
]);
/** Texts of messages, which are no page, and words of the console: settings and cases. */
const messages = /^(message|subject|port-out|setting|case\.waits)\./;

describe('whoever is sent to support finds the way there (APP-7)', () => {
  it('by a text of ours', () => {
    const found = Object.entries(own).flatMap(([file, texts]) =>
      sendingOf(flat(texts, `${file.replace(/^.*\/|\.json$/g, '')}:`)),
    );
    const toSupport = [...new Set(found)].filter((text) => !sendsNobody.has(text)).toSorted();
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
