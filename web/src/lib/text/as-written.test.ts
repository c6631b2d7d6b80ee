import { expect, it } from 'vitest';
import { asWritten } from './as-written';

it.each([
  ['/en/find-order', '/en/find-order'],
  ['/ar/%D8%A7%D9%84%D8%B9%D8%B1%D9%88%D8%B6', '/ar/العروض'],
  ['/en/%E0%A4%A', '/en/%E0%A4%A'],
  ['/en/%', '/en/%'],
  ['/en/a%2Fb', '/en/a%2Fb'],
])('reads %s as %s', (pathname, read) => {
  expect(asWritten(pathname)).toBe(read);
});
