/**
 * The site works without the storage of the browser, but then forgets. With blocked cookies, in a private
 * window or in an embedded view, even reading `window.localStorage` throws. The linter refuses direct access
 * to the storage in all other files.
 */
function unlessRefused<Answer>(act: () => Answer): Answer | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Texts in a storage of the browser, each under a key. */
export interface KeptTexts {
  /** Returns undefined if the storage has no text under the key. */
  read: (key: string) => string | undefined;
  /** Stores the text. Returns false if the browser refuses. */
  write: (key: string, text: string) => boolean;
  remove: (key: string) => void;
  keys: () => string[];
}

const keptIn = (storage: () => Storage): KeptTexts => ({
  read: (key) => unlessRefused(() => storage().getItem(key)) ?? undefined,
  write: (key, text) =>
    unlessRefused(() => {
      storage().setItem(key, text);
      return true;
    }) ?? false,
  remove: (key) => unlessRefused(() => storage().removeItem(key)),
  keys: () => unlessRefused(() => Object.keys(storage())) ?? [],
});

/** A storage that lasts beyond the visit. */
export const inBrowser = keptIn(() => localStorage);

/** A storage that lasts until the tab is closed. */
export const inTab = keptIn(() => sessionStorage);

export const serviceWorkers = () => unlessRefused(() => navigator.serviceWorker);

export const credentialStore = () => unlessRefused(() => navigator.credentials);

/** Opens a channel to the other tabs of this browser. */
export const channelOf = (name: string) => unlessRefused(() => new BroadcastChannel(name));
