/**
 * Parts of the browser that a visitor may refuse: with cookies blocked, in a private window or in an embedded view, already
 * reading `window.localStorage` throws. The site then works, and forgets. The linter refuses a direct touch elsewhere.
 */
function unlessRefused<Answer>(act: () => Answer): Answer | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Texts that the browser keeps by their key. */
export interface KeptTexts {
  /** Undefined where nothing is kept under the key. */
  read: (key: string) => string | undefined;
  /** Keeps the text; false where the browser refuses. */
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

/** Kept for later visits. */
export const inBrowser = keptIn(() => localStorage);

/** Kept until the tab is closed. */
export const inTab = keptIn(() => sessionStorage);

export const serviceWorkers = () => unlessRefused(() => navigator.serviceWorker);

export const credentialStore = () => unlessRefused(() => navigator.credentials);

/** A way to the other tabs of this browser. */
export const channelOf = (name: string) => unlessRefused(() => new BroadcastChannel(name));
