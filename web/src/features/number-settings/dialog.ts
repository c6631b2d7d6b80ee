import type { NumberSettings } from '@/api/gen-lines';

/** The props of a dialog about a setting. */
export interface SettingDialog {
  settings: NumberSettings;
  /** The change that had ended before the page was opened. */
  before: string | undefined;
  onClose: () => void;
}

/** A dialog that leads to a page about the number. */
export interface PageDialog {
  msisdn: string;
  /** The address of the page. */
  path: string;
  onClose: () => void;
}

/** Tells whether settings are locked: a change is pending, or an obstacle blocks changes of the line. */
export const isBusy = ({ change, obstacle }: NumberSettings): boolean =>
  change?.stage === 'pending' || obstacle !== undefined;
