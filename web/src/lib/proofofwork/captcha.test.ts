import { afterEach, expect, it, vi } from 'vitest';
import { tokenOf } from './captcha';

const captcha = { script: 'https://captcha.example/api.js', siteKey: 'site key', action: 'SignIn' };

/** Plays the browser: each script loads or fails. */
function answerScripts(event: 'load' | 'error'): string[] {
  const asked: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((tag) => {
    const script = tag as HTMLScriptElement;
    asked.push(script.src);
    script.dispatchEvent(new Event(event));
  });
  return asked;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('fails if the script is blocked, and tries again the next time', async () => {
  const asked = answerScripts('error');
  await expect(tokenOf(captcha)).rejects.toThrow('not loaded');
  await expect(tokenOf(captcha)).rejects.toThrow('not loaded');
  expect(asked).toHaveLength(2);
});

it('loads the script of the provider once, and asks it for a token for each action', async () => {
  const asked = answerScripts('load');
  const execute = vi.fn(async (key: string, { action }: { action: string }) => `${key} ${action}`);
  vi.stubGlobal('grecaptcha', { ready: (then: () => void) => then(), execute });
  expect(await tokenOf(captcha)).toBe('site key SignIn');
  expect(await tokenOf({ ...captcha, action: 'FindOrder' })).toBe('site key FindOrder');
  expect(asked).toEqual(['https://captcha.example/api.js?render=site%20key']);
});
