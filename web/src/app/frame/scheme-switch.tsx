import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useTranslation } from 'react-i18next';

export function SchemeSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
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
