import { inBrowser } from '@/lib/browser-parts';

const storageKey = 'selfcare.popup';

/** A popup is closed once. */
export const wasClosed = (id: string): boolean => inBrowser.read(storageKey) === id;

export const noteClosed = (id: string): boolean => inBrowser.write(storageKey, id);
