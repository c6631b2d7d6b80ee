import { describe, expect, it } from 'vitest';
import { canonicalPath, languageOfPath } from './language';

describe('the language of an address', () => {
  it.each([
    ['/en/order-sim', 'en'],
    ['/ar/', 'ar'],
    ['/order-sim/en', 'en'],
    ['/order-sim-english/select-number', 'en'],
    ['/order-sim/select-number-ar', 'ar'],
    ['/help-arabic', 'ar'],
    ['/order-sim', undefined],
    ['/english-breakfast', undefined],
  ])('of %s is %s', (path, language) => expect(languageOfPath(path)).toBe(language));
});

describe('the one form of an address', () => {
  it.each([
    ['/order-sim/en', '/en/order-sim'],
    ['/order-sim-english/select-number', '/en/order-sim/select-number'],
    ['/sim-activation-ar', '/ar/sim-activation'],
    ['/sim-activation', '/ar/sim-activation'],
    ['/', '/ar/'],
    ['/en', '/en/'],
    ['/en//plans', '/en/plans'],
    ['//en///plans//', '/en/plans'],
    ['/EN/plans', '/en/plans'],
    ['/En', '/en/'],
    ['/en/plans.html', '/en/plans'],
    ['/en/index.html', '/en/'],
    ['/en/plans.', '/en/plans'],
    ['/en/plans\u200e', '/en/plans'],
    ['/en/plans)', '/en/plans'],
    ['/en/faq/v1.5', '/en/faq/v1.5'],
    ['/ar/\u2067اختيار-الرقم\u2069،', '/ar/اختيار-الرقم'],
  ])('of %s is %s', (path, canonical) => expect(canonicalPath(path, 'ar')).toBe(canonical));
});
