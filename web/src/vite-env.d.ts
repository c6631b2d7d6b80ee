/// <reference types="vite/client" />
declare module 'virtual:theme.css';
declare module 'virtual:looks.css';

/** Version of package.json, put in by the build. */
declare const __APP_VERSION__: string;
/** The mark of the brand, as a data: URI. */
declare const __MARK__: string;

interface ImportMetaEnv {
  /** Encrypts what a browser keeps of a session (docs/adr/0009); set when the site is built. */
  readonly VITE_STORAGE_KEY?: string;
  /** Scripts that tell an advertiser of a visit from its campaign, each only where set. */
  readonly VITE_PIXEL_META_URL?: string;
  readonly VITE_PIXEL_TIKTOK_URL?: string;
  readonly VITE_PIXEL_SNAP_URL?: string;
  readonly VITE_PIXEL_X_URL?: string;
}
