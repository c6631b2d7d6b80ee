import { randomBytes, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** Opens a session over the API, as the sign-in page does. */
export async function openSession(
  request: APIRequestContext,
  name: string,
  password: string,
): Promise<string> {
  const answer = await request.post('/api/auth', {
    headers: { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
  });
  expect(answer.ok(), `sign in as ${name}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).data.auth_token;
}

/** The key of the site under test: that of its build, or the one that the build made (build/storage-key.ts). */
const siteKey = () =>
  process.env.VITE_STORAGE_KEY ||
  readFileSync(`${process.env.WEB_DIR ?? 'dist'}/.vite/made-storage-key`, 'utf8');

/** Encrypts a value as the site does before it stores the value (src/lib/session/vault.ts). */
async function seal(name: string, value: unknown): Promise<string> {
  const { subtle } = webcrypto;
  const site = await subtle.digest('SHA-256', Buffer.from(siteKey()));
  const key = await subtle.importKey('raw', site, 'AES-GCM', false, ['encrypt']);
  const iv = randomBytes(16);
  const cipher = { name: 'AES-GCM', iv, additionalData: Buffer.from(name) };
  const sealed = await subtle.encrypt(cipher, key, Buffer.from(JSON.stringify(value)));
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64');
}

/** Stores a session in the browser of a page: the next page that it opens is signed in. */
export async function keepSession(page: Page, token: string): Promise<void> {
  const kept = { authToken: await seal('authToken', token), loggedIn: await seal('loggedIn', true) };
  await page.goto('/robots.txt');
  await page.evaluate((values) => {
    for (const name of ['userInfo', 'names', 'subAccountId', 'permissions']) {
      localStorage.removeItem(`selfcare.${name}`); // data of the previous customer
    }
    for (const [name, value] of Object.entries(values)) {
      localStorage.setItem(`selfcare.${name}`, value);
    }
  }, kept);
}
