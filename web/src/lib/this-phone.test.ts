import { afterEach, expect, it, vi } from 'vitest';
import { thisPhone } from './this-phone';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1', 0, undefined],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 10, undefined],
])('%s with %d points of touch: %s', (userAgent, maxTouchPoints, system) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
  expect(thisPhone()).toBe(system);
});
