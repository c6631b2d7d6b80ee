import { inTab } from '@/lib/browser-parts';

const key = 'selfcare.sentBack';

/** Notes that a customer is led away from a page that the line in use may not open. The note outlives a load of the page. */
export function noteSentBack(): void {
  inTab.write(key, '1'); // without storage the customer is led back without a word
}

/** Takes the note; true where there was one. */
export function takeSentBack(): boolean {
  const isNoted = inTab.read(key) !== undefined;
  inTab.remove(key);
  return isNoted;
}
