import { inBrowser } from '@/lib/browser-parts';

/**
 * The stored values of a session, each encrypted separately. docs/adr/0009 explains the reasons and the
 * threats.
 */
export const keptNames = [
  'authToken',
  'loggedIn',
  'userInfo',
  'names',
  'subAccountId',
  'permissions',
  'deviceId',
] as const;
export type KeptName = (typeof keptNames)[number];
type Kept = { [Name in KeptName]?: unknown };

export const storageKeyOf = (name: KeptName): string => `selfcare.${name}`;

const algorithm = 'AES-GCM';
const ivBytes = 16;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Each build has a key (build/storage-key.ts). Only the development server and tests do without. */
function siteText(): string {
  const key = import.meta.env.VITE_STORAGE_KEY || (import.meta.env.DEV && 'development');
  if (!key) {
    throw new Error('This site was built without a storage key');
  }
  return key;
}

async function importSiteKey(): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(siteText()));
  return crypto.subtle.importKey('raw', digest, algorithm, false, ['encrypt', 'decrypt']);
}

let imported: Promise<CryptoKey> | undefined;
const siteKey = () => {
  imported ??= importSiteKey();
  return imported;
};

/** The name is authenticated with the value: a value that is moved to another name cannot be decrypted. */
const cipher = (name: KeptName, iv: Uint8Array<ArrayBuffer>) => ({
  name: algorithm,
  iv,
  additionalData: bytesOf(name),
});

async function seal(name: KeptName, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const text = bytesOf(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt(cipher(name, iv), await siteKey(), text);
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

async function open(name: KeptName, sealed: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0));
  const opened = await crypto.subtle.decrypt(
    cipher(name, bytes.slice(0, ivBytes)),
    await siteKey(),
    bytes.slice(ivBytes),
  );
  return JSON.parse(new TextDecoder().decode(opened));
}

/** A wrong key, a damaged value and a blocked storage all mean that nothing is stored. */
async function recallOne(name: KeptName): Promise<unknown> {
  try {
    const sealed = inBrowser.read(storageKeyOf(name));
    return sealed === undefined ? undefined : await open(name, sealed);
  } catch {
    return undefined;
  }
}

/**
 * Writes run one after the other. A deletion stays the last write even if an earlier encryption took long.
 */
let lastWrite: Promise<void> = Promise.resolve();
function inTurn(write: () => void | Promise<void>): Promise<void> {
  // A private window refuses storage and plain http has no encryption: the session then lasts as long as the
  // tab.
  lastWrite = lastWrite.then(write).catch(() => undefined);
  return lastWrite;
}

export async function recall(): Promise<Kept> {
  await lastWrite;
  const values = await Promise.all(keptNames.map(async (name) => [name, await recallOne(name)] as const));
  return Object.fromEntries(values);
}

/** Stores these values and leaves the others; `undefined` deletes a value. */
export const save = (values: Kept): Promise<void> =>
  inTurn(async () => {
    for (const name of keptNames.filter((candidate) => candidate in values)) {
      if (values[name] === undefined) {
        inBrowser.remove(storageKeyOf(name));
      } else {
        inBrowser.write(storageKeyOf(name), await seal(name, values[name]));
      }
    }
  });

/**
 * Deletes everything except the device's id, which belongs to no customer and identifies the device later.
 */
export const forget = (): Promise<void> =>
  inTurn(() => {
    for (const name of keptNames.filter((candidate) => candidate !== 'deviceId')) {
      inBrowser.remove(storageKeyOf(name));
    }
  });
