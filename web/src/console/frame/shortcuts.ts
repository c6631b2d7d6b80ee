import { useHotkeys, useLocalStorage } from '@mantine/hooks';

/** Single keys can be switched off: a voice or a slip of the hand types them too (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'selfcare.console.keys', defaultValue: true, getInitialValueInEffect: false });

/** A dialog is answered first: no key leads away from under it. */
const withoutDialog = (run: () => void) => () => {
  if (!document.querySelector('dialog[open]')) {
    run();
  }
};

type Key = 'j' | 'k' | 'q' | 'r' | '/' | 'shift+/';

/** What single keys do on a page. Keys go by where they are on the keyboard, so that they work with an Arabic one too. */
export function useShortcuts(keys: Partial<Record<Key, () => void>>): void {
  const [on] = useSingleKeys();
  useHotkeys(
    on ? Object.entries(keys).map(([key, run]) => [key, withoutDialog(run), { usePhysicalKeys: true }]) : [],
  );
}
