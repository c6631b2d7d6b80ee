import { mayRepeat } from '@/api/problem';

/** getRandomValues also works on plain http, where a phone on the same network looks at a development server. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * A key per intended effect: the same click tried again after silence or a server error keeps its key,
 * a new intention or an answered one gets a new key.
 */
export class EffectKeys {
  #key = '';
  #intent = '';

  keyFor(intent: unknown): string {
    const text = JSON.stringify(intent) ?? '';
    if (this.#key === '' || text !== this.#intent) {
      this.#key = newKey();
      this.#intent = text;
    }
    return this.#key;
  }

  settled(error: unknown): void {
    if (!mayRepeat(error)) {
      this.#key = '';
    }
  }
}
