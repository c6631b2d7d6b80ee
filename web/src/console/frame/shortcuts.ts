import { useHotkeys, useLocalStorage } from '@mantine/hooks';

/** Single keys can be switched off: speech input or a slip of the hand may press them too (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'selfcare.console.keys', defaultValue: true, getInitialValueInEffect: false });

/** An open dialog blocks shortcuts: no key may leave the page under it. */
const withoutDialog = (run: () => void) => () => {
  if (!document.querySelector('dialog[open]')) {
    run();
  }
};

type Key = 'j' | 'k' | 'q' | 'r' | '/' | 'shift+/';

/**
 * Sets the single-key shortcuts of a page. Keys are identified by their place on the keyboard, so that they
 * work with an Arabic layout too.
 */
export function useShortcuts(keys: Partial<Record<Key, () => void>>): void {
  const [on] = useSingleKeys();
  useHotkeys(
    on ? Object.entries(keys).map(([key, run]) => [key, withoutDialog(run), { usePhysicalKeys: true }]) : [],
  );
}
