import type { Order } from '@/api/gen';
import { asWritten } from '@/lib/text/as-written';
import type { Language } from '@/lib/text/language';

export type StepId = Order['steps'][number]['id'];

/** The specification's slugs. The slug of either language opens the step; the address is then corrected. */
const slugs = {
  'purchase-type-selection': { en: 'number-type-selection', ar: 'نوع-الرقم' },
  'sim-replacement-request': { en: 'sim-replacement-request', ar: 'طلب-استبدال-الشريحة' },
  'number-selection': { en: 'select-number', ar: 'اختيار-الرقم' },
  'mnp-number-selection': { en: 'bring-your-number', ar: 'نقل-الرقم' },
  'plan-selection': { en: 'select-plan', ar: 'اختيار-الباقة' },
  'eligibility-check': { en: 'check-eligibility', ar: 'التحقق-من-الأهلية' },
  'identity-validation': { en: 'identity-validation', ar: 'التحقق-من-الهوية' },
  'user-information': { en: 'information-details', ar: 'بيانات-العميل' },
  'personal-information': { en: 'personal-information', ar: 'البيانات-الشخصية' },
  delivery: { en: 'delivery', ar: 'التوصيل' },
  'order-confirmation': { en: 'order-confirmation', ar: 'تأكيد-الطلب' },
  payment: { en: 'payment', ar: 'الدفع' },
  'payment-details': { en: 'payment-details', ar: 'تفاصيل-الدفع' },
  'order-details': { en: 'order-details', ar: 'تفاصيل-الطلب' },
} satisfies Record<StepId, Record<Language, string>>;

const isStepId = (value: string): value is StepId => Object.hasOwn(slugs, value);

/**
 * The page of a step: an eSIM shares the contact page with a card, and a payment is followed on the page on
 * which it began.
 */
export type PageId = Exclude<StepId, 'personal-information' | 'payment-details'>;

export function pageOf(step: StepId): PageId {
  switch (step) {
    case 'personal-information':
      return 'user-information';
    case 'payment-details':
      return 'payment';
    default:
      return step;
  }
}

/**
 * Tells whether the customer sees the step as a separate one: a payment at the bank is still the payment
 * step.
 */
export const isPartOfWay = (step: StepId): boolean => step !== 'payment-details' && step !== 'order-details';

/** Returns the step of this order that asks for the customer's contact. */
export const contactStepOf = ({ steps }: Order): StepId =>
  steps.find(({ id }) => pageOf(id) === 'user-information')?.id ?? 'user-information';

export const slugOf = (step: StepId, language: Language) => slugs[step][language];

/** Returns the step of a slug in either language, or of its id. */
export function stepOfSlug(slug: string): StepId | undefined {
  const steps = Object.keys(slugs).filter(isStepId);
  return isStepId(slug) ? slug : steps.find((step) => Object.values(slugs[step]).includes(slug));
}

/** Returns the address of a step; without an order, the address in the shop where an order begins. */
export function stepPath(language: Language, step: StepId, orderId?: string): string {
  return ['', language, 'order-sim', orderId, slugOf(step, language)]
    .filter((part) => part !== undefined)
    .join('/');
}

/** Returns the same page in another language; step slugs are translated, everything else stays. */
export function pathInLanguage(pathname: string, language: Language): string {
  const parts = asWritten(pathname).split('/');
  parts[1] = language;
  const step = parts[2] === 'order-sim' ? stepOfSlug(parts.at(-1) ?? '') : undefined;
  if (step) {
    parts[parts.length - 1] = slugOf(step, language);
  }
  return parts.join('/');
}

const inWizard = (order: Order) => order.stage === 'wizard';

/** Returns the current step of the customer: the open step, or the order's page once it is placed. */
export function currentStep(order: Order): StepId {
  return inWizard(order) && isStepId(order.step) ? order.step : 'order-details';
}

/**
 * Tells whether a step's page may be shown. Open steps may be submitted; the order's page exists only after
 * the wizard.
 */
export function mayShow(order: Order, step: StepId): boolean {
  if (!inWizard(order)) {
    return step === 'order-details';
  }
  return step !== 'order-details' && order.steps.some((entry) => entry.id === step && entry.open);
}
