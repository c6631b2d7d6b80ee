import { createHmac } from 'node:crypto';

/** The secret in the authenticator apps of the seeded staff (dev/seed/accounts.go). */
const seededSecret = 'DEVELOPMENTSECRETOFSELFCARESTAFF';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of an authenticator app (RFC 6238), the given number of half minutes from now. */
export function timeCode(secret = seededSecret, ahead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + ahead));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fffffff;
  return String(word % 1_000_000).padStart(6, '0');
}
