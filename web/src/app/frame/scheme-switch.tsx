import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const never = () => () => {};
/** The switch is not part of the server's HTML, which does not know the visitor's choice. */
const useIsAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

export function SchemeSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const dark = useIsAlive() && scheme === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      className={className}
      aria-label={t(dark ? 'nav.toLight' : 'nav.toDark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
