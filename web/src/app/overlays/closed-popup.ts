import { inBrowser } from '@/lib/browser-parts';

const storageKey = 'selfcare.popup';

/** Tells whether the customer has closed the popup. */
export const wasClosed = (id: string): boolean => inBrowser.read(storageKey) === id;

export const noteClosed = (id: string): boolean => inBrowser.write(storageKey, id);
