import type { Invoice } from '@/api/gen-bills';
import type { Receipt } from '@/api/gen-later';
import type { SavedCard } from '@/api/gen-lines';
import type { CodeSent, Subscriber } from '@/api/gen-session';
import { ApiError } from '@/api/problem';
import { publish } from '@/lib/session/state';
import { minimalSite } from '@/lib/site/minimal-site';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';

const sentences = {
  en: {
    title: 'Your order is on its way',
    lead: 'The courier calls before the visit. Keep your ID at hand.',
    long: 'This is a long sentence, as customers write and read them: it has to break where there is no room for all of it, without hanging out of what it stands in, whatever the width of the screen is.',
    label: 'Mobile number',
    hint: 'The number that the parcel is announced to.',
    error: 'This is not a Saudi mobile number.',
    typed: 'Noura Alqahtani',
    action: 'Continue',
    other: 'Not now',
    save: 'Save',
    refused: 'Another customer was faster with this number. Choose another one.',
    failed: 'Something went wrong on our side. Please try again.',
    options: ['Riyadh', 'Jeddah', 'Dammam'],
    nickname: 'Driver',
    first: 'Noura',
  },
  ar: {
    title: 'طلبك في الطريق إليك',
    lead: 'سيتصل بك المندوب قبل الزيارة. احرص على أن تكون هويتك معك.',
    long: 'هذه جملة طويلة كما يكتبها العملاء ويقرؤونها، وعليها أن تنتقل إلى السطر التالي حين لا يتسع لها المكان من غير أن تخرج عن الإطار الذي وُضعت فيه، مهما كان عرض الشاشة ضيقًا أو واسعًا.',
    label: 'رقم الجوال',
    hint: 'الرقم الذي نبلغه بموعد وصول الطرد.',
    error: 'هذا ليس رقم جوال سعوديًا.',
    typed: 'نورة القحطاني',
    action: 'متابعة',
    other: 'ليس الآن',
    save: 'حفظ',
    refused: 'سبقك شخص آخر إلى هذا الرقم، فاختر رقمًا غيره.',
    failed: 'حدث خطأ من جهتنا. يُرجى المحاولة مرة أخرى.',
    options: ['الرياض', 'جدة', 'الدمام'],
    nickname: 'السائق',
    first: 'نورة',
  },
} as const;

/** Texts for components that have none of their own. */
export const useWords = () => sentences[useLanguage()];

const page = (key: string) => ({
  key,
  template: key,
  rewrite_url: key === 'support' ? 'help' : key,
  layout: 'default' as const,
  requiresSignIn: false,
});

/** Sets the configuration as the server would have sent it. */
export function putSite(language: Language): void {
  const site = {
    ...minimalSite,
    routes: [
      ...minimalSite.routes,
      ...['support', 'search', 'find-order', 'plans', 'compare-plans'].map(page),
    ],
    settings: { ...minimalSite.settings, supportPhone: '920000000' },
  };
  const block = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'configuration',
    lang: language,
    textContent: JSON.stringify(site),
  });
  document.head.append(block);
}

const line = (id: string, mobile: string, over: Partial<Subscriber>): Subscriber => ({
  state: 'active',
  subscription_id: id,
  nickname: '',
  mobile_number: mobile,
  user: { is_main: false },
  properties: { subscription_type: 'prepaid', data_sim: false },
  accessList: null,
  ...over,
});

/** Signs in a customer with three lines and chooses the first. */
export function beSignedIn(language: Language): void {
  const { nickname, first, long } = sentences[language];
  const main = line('main', '0570000003', { user: { is_main: true } });
  const others = [
    line('01920000-0000-7000-8000-00000000000a', '0570000005', { nickname, state: 'stopped' }),
    line('01920000-0000-7000-8000-00000000000b', '0570000006', {
      nickname: long.slice(0, 40),
      state: 'expired',
    }),
  ];
  publish({
    status: 'signed-in',
    user: {
      first_name: first,
      last_name: '',
      mobile_number: main.mobile_number,
      email: 'main@selfcare.example',
      email_confirmed: true,
      multi_sim: false,
      works_for_us: false,
      provider: 'password',
      properties: { subscription_type: 'prepaid', data_sim: false },
      accessList: null,
      hidden_menu: [],
    },
    subscribers: [main, ...others],
    selected: main,
    permissions: null,
  });
}

const savedCard = (over: Partial<SavedCard>): SavedCard => ({
  id: `01920000-0000-7000-8000-00000000${over.last4}`,
  brand: 'MASTER',
  last4: '',
  holder: 'NOURA ALQAHTANI',
  expiryMonth: 11,
  expiryYear: 2030,
  default: false,
  expired: false,
  expiresSoon: false,
  ...over,
});

export const savedCards: SavedCard[] = [
  savedCard({ brand: 'MADA', last4: '0015', default: true }),
  savedCard({ brand: 'VISA', last4: '4242', expiryYear: 2025, expired: true }),
];

export const phones = [
  { model: 'apple-iphone-17', brand: 'Apple', name: 'iPhone 17' },
  { model: 'samsung-galaxy-s26', brand: 'Samsung', name: 'Galaxy S26' },
] as const;

export const receipt: Receipt = {
  documentType: '388',
  number: 'SC12345678',
  orderNumber: 'SC12345678',
  seller: { name: 'Selfcare Mobile Company', vatNumber: '300000000000003' },
  customer: 'Noura Alqahtani',
  issuedAt: '2026-11-20T09:00:00Z',
  lines: [
    { key: 'number', detail: '0571234567', amount: 50_000 },
    { key: 'plan', detail: 'Hawakom 90', amount: 9_000 },
    { key: 'promo', detail: 'WELCOME10', amount: -1_000 },
  ],
  total: 58_000,
  vat: 7_565,
  vatPercent: 15,
  payment: { brand: 'MADA', last4: '0015', id: '01920000-0000-7000-8000-000000000009' },
  refunded: 0,
  zatca: 'AQhTZWxmY2FyZQ==',
};

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

export const sentCode = (over: Partial<CodeSent> = {}): CodeSent => ({
  sent_to: ['05•• ••• •567'],
  expires_at: inSeconds(300),
  resend_at: inSeconds(45),
  tries_left: 5,
  server_time: inSeconds(0),
  ...over,
});

const said = { code: -1, traceId: '0af7651916cd43dd8448eb211c80319c' };

/** Refusals and silences, as the API layer makes them. */
export const failures = (words: { refused: string; failed: string }) => ({
  refused: new ApiError(409, { ...said, messageKey: 'number_taken', message: words.refused }),
  support: new ApiError(422, { ...said, messageKey: 'id_blocked', message: words.refused }),
  server: new ApiError(503, { ...said, messageKey: 'temporarily_unavailable', message: words.failed }),
  unreached: new ApiError(0),
  late: new ApiError(0, undefined, 'late'),
});

const midnight = (day: string) => `${day}T21:00:00Z`;

/** A bill in each state, for a line with all of them. */
export const bills = (['issued', 'part-paid', 'overdue', 'paid', 'credited'] as const).map(
  (status, at): Invoice => ({
    id: `01920000-0000-7000-8000-00000000000${at}`,
    number: `INV2026-0000000${at}`,
    from: midnight('2026-10-14'),
    until: midnight('2026-11-14'),
    final: false,
    issuedAt: '2026-11-15T06:00:00Z',
    dueAt: midnight('2026-11-29'),
    net: 18_391,
    vat: 2_759,
    total: 21_150,
    left: { issued: 21_150, 'part-paid': 1_150, overdue: 10_000, paid: 0, credited: 0 }[status],
    status,
    reference: '2026000000018',
  }),
);
