import { expect, it } from 'vitest';
import { solve } from './solve';

const algorithm = 'SHA-256';
const signature = '';

/** Computed with sha256sum in the same way as on the server: salt, then the number in digits. */
const challenge = '40a94b262b3e57ac19133009433f055abe3dafabd87c09fd28f36a046cb68709';

it('finds the number that was hidden', async () => {
  await expect(
    solve({ algorithm, signature, salt: 'salt?for=SignIn&', challenge, maxnumber: 50 }),
  ).resolves.toBe(37);
});

it('gives up if no number up to the last matches', async () => {
  const asked = { algorithm, signature, salt: 'salt?for=SignIn&', challenge, maxnumber: 36 } as const;
  await expect(solve(asked)).rejects.toThrow();
});
