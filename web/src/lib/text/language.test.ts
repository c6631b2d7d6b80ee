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
  ])('of %s is %s', (path, canonical) => expect(canonicalPath(path, 'ar')).toBe(canonical));
});
