/// <reference types="vite/client" />
declare module 'virtual:theme.css';
declare module 'virtual:looks.css';

/** The version of package.json, set by the build. */
declare const __APP_VERSION__: string;
/** The mark of the brand, as a data: URI. */
declare const __MARK__: string;
/** The shades of the brand's accent and of its dark surfaces. */
declare const __PALETTE__: { accent: string[]; ink: string[] };
/** The folder of the flags. */
declare const __FLAGS__: string;
/** The address of the drawn scenes. */
declare const __SCENES__: string;

interface ImportMetaEnv {
  /** Encrypts the stored data of a session (docs/adr/0009); set at build time. */
  readonly VITE_STORAGE_KEY?: string;
  /** Scripts that report a campaign's visit to an advertiser, each only if set. */
  readonly VITE_PIXEL_META_URL?: string;
  readonly VITE_PIXEL_TIKTOK_URL?: string;
  readonly VITE_PIXEL_SNAP_URL?: string;
  readonly VITE_PIXEL_X_URL?: string;
}
