import { describe, expect, it } from 'vitest';
import { orderAt, orderId, placedOrder } from '@/testing/order';
import { currentStep, mayShow, pathInLanguage, stepOfSlug, stepPath } from './order-steps';

describe('slugs', () => {
  it('name a step in either language', () => {
    expect(stepOfSlug('select-plan')).toBe('plan-selection');
    expect(stepOfSlug('اختيار-الباقة')).toBe('plan-selection');
    expect(stepOfSlug('select-nothing')).toBeUndefined();
  });

  it.each([
    ['check-eligibility', 'التحقق-من-الأهلية', 'eligibility-check'],
    ['information-details', 'بيانات-العميل', 'user-information'],
    ['personal-information', 'البيانات-الشخصية', 'personal-information'],
    ['payment-details', 'تفاصيل-الدفع', 'payment-details'],
    ['delivery', 'التوصيل', 'delivery'],
    ['order-confirmation', 'تأكيد-الطلب', 'order-confirmation'],
    ['order-details', 'تفاصيل-الطلب', 'order-details'],
    ['number-type-selection', 'نوع-الرقم', 'purchase-type-selection'],
  ] as const)('%s and %s name the same step', (english, arabic, step) => {
    expect([stepOfSlug(english), stepOfSlug(arabic)]).toEqual([step, step]);
    expect(stepPath('en', step, 'x')).toBe(`/en/order-sim/x/${english}`);
    expect(stepPath('ar', step, 'x')).toBe(`/ar/order-sim/x/${arabic}`);
  });

  it('are no words of every object', () => {
    expect(stepOfSlug('toString')).toBeUndefined();
  });

  it('stand after the order in the address', () => {
    expect(stepPath('en', 'payment', 'x')).toBe('/en/order-sim/x/payment');
    expect(stepPath('ar', 'payment', 'x')).toBe('/ar/order-sim/x/الدفع');
    expect(stepPath('en', 'number-selection')).toBe('/en/order-sim/select-number');
  });

  it('are translated when the language changes, and nothing else is', () => {
    expect(pathInLanguage(encodeURI(`/ar/order-sim/${orderId}/الدفع`), 'en')).toBe(
      `/en/order-sim/${orderId}/payment`,
    );
    expect(pathInLanguage('/en/sim-activation', 'ar')).toBe('/ar/sim-activation');
  });

  it('leave an address as it stands that cannot be read', () => {
    expect(pathInLanguage('/en/%E0%A4%A', 'ar')).toBe('/ar/%E0%A4%A');
  });
});

describe('which step shows', () => {
  it('lets open steps show and no later one', () => {
    const order = orderAt('eligibility-check');
    expect(mayShow(order, 'plan-selection')).toBe(true);
    expect(mayShow(order, 'eligibility-check')).toBe(true);
    expect(mayShow(order, 'payment')).toBe(false);
    expect(currentStep(order)).toBe('eligibility-check');
  });

  it('shows only the order itself after the wizard', () => {
    const order = placedOrder('preparing');
    expect(mayShow(order, 'payment')).toBe(false);
    expect(mayShow(order, 'order-details')).toBe(true);
    expect(currentStep(order)).toBe('order-details');
  });
});
