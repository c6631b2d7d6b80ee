import type { Kind, WantedOf } from './wanted';

/** What the form of each tab is given, and what it gives back. */
export interface FormProps<K extends Kind> {
  /** What was chosen before, to be changed. */
  initial: WantedOf<K> | undefined;
  /** Why the server refused what was chosen. */
  refusal: unknown;
  busy: boolean;
  onDone: (wanted: WantedOf<K>) => void;
}
