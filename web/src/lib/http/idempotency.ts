import { mayRepeat } from '@/api/problem';

/**
 * getRandomValues also works on plain http, as on a phone that opens a development server in the same
 * network.
 */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Idempotency keys, one for each intended effect. A retry after silence or a server error keeps the key. A
 * changed request, or a request after an answer, gets a new key.
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
