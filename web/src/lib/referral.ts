import { useSyncExternalStore } from 'react';
import { zReferralCode } from '@/api/gen/zod.gen';

const storageKey = 'selfcare.referral';

/** For browsers that refuse storage: the invitation lives as long as this page. */
let inMemory: string | undefined;

const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const tell = () => {
  for (const watcher of watchers) {
    watcher();
  }
};

/** Keeps the invitation that an address brings, `?ref=CODE`, for this session. */
export function keepReferral(search: string): void {
  const code = zReferralCode.safeParse(new URLSearchParams(search).get('ref')?.trim().toUpperCase()).data;
  if (!code) {
    return;
  }
  inMemory = code;
  try {
    sessionStorage.setItem(storageKey, code);
  } catch {
    // Kept in memory.
  }
}

/** The invitation under which an order of this session starts. */
export function keptReferral(): string | undefined {
  try {
    return zReferralCode.safeParse(sessionStorage.getItem(storageKey)).data ?? inMemory;
  } catch {
    return inMemory;
  }
}

/** The same for a page that shows it. */
export const useKeptReferral = () => useSyncExternalStore(watch, keptReferral);

/** Nobody gave it out. */
export function dropReferral(): void {
  inMemory = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored either.
  }
  tell();
}
