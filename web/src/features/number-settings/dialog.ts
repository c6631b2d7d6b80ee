import type { NumberSettings } from '@/api/gen-lines';

/** What each popup is about. */
export interface SettingDialog {
  settings: NumberSettings;
  /** The change that was over before the page was opened. */
  before: string | undefined;
  onClose: () => void;
}

/** A popup that leads to a page about the number. */
export interface PageDialog {
  msisdn: string;
  /** Of the page. */
  path: string;
  onClose: () => void;
}

/** Nothing can be asked for while a change is under way, or while something keeps the line from being changed. */
export const isBusy = ({ change, obstacle }: NumberSettings): boolean =>
  change?.stage === 'pending' || obstacle !== undefined;
