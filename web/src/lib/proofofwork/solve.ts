import type { Work } from '@/api/gen';

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Tries one number after the other until the hash equals the challenge. */
export async function solve({ salt, challenge, maxnumber }: Work): Promise<number> {
  const encoder = new TextEncoder();
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${number}`));
    if (hex(hash) === challenge) {
      return number;
    }
  }
  throw new Error('no number has this hash');
}
