import type { Work } from '@/api/gen';

type Captcha = NonNullable<Work['captcha']>;

interface Provider {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** The provider's script sets this global variable. */
const provider = () => (globalThis as { grecaptcha?: Provider }).grecaptcha;

/** A blocker of scripts may send no error event. */
const loadsWithinMs = 5_000;

let loading: Promise<void> | undefined;

function load({ script, siteKey }: Captcha): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const src = `${script}?render=${encodeURIComponent(siteKey)}`;
    const tag = Object.assign(document.createElement('script'), { src, async: true });
    tag.addEventListener('load', () => provider()?.ready(resolve));
    tag.addEventListener('error', () => reject(new Error('the captcha is not loaded')));
    setTimeout(() => reject(new Error('the captcha is late')), loadsWithinMs);
    document.head.append(tag);
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Requests a token from the captcha provider; fails if the provider cannot be reached. */
export async function tokenOf(captcha: Captcha): Promise<string> {
  await load(captcha);
  const token = await provider()?.execute(captcha.siteKey, { action: captcha.action });
  if (!token) {
    throw new Error('the captcha gave no token');
  }
  return token;
}
