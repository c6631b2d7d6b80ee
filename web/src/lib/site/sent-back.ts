import { inTab } from '@/lib/browser-parts';

const key = 'selfcare.sentBack';

/**
 * Notes that a customer was redirected from a page that the line may not open. The note survives a reload.
 */
export function noteSentBack(): void {
  inTab.write(key, '1'); // without storage the redirect has no explanation
}

/** Removes the note; returns true if there was a note. */
export function takeSentBack(): boolean {
  const isNoted = inTab.read(key) !== undefined;
  inTab.remove(key);
  return isNoted;
}
