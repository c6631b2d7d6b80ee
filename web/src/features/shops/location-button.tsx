import { Button } from '@mantine/core';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { Stack } from '@/components/ui/layout';
import type { useLocation } from './use-location';

/** Sorts by distance on request, and explains the alternative if the device refuses its location. */
export function LocationButton({ location }: { location: ReturnType<typeof useLocation> }) {
  const { t } = useTranslation('shops');
  const { place, trouble, finding = false, find, forget } = location;
  return (
    <Stack gap="xs" align="flex-start">
      {find && !place && (
        <Button
          variant="default"
          leftSection={<LocateFixed size={18} aria-hidden />}
          loading={finding}
          onClick={find}
        >
          {t('location.use')}
        </Button>
      )}
      <p role="status" className={place ? undefined : 'visually-hidden'}>
        {finding && t('location.finding')}
        {place && t('location.using')}
      </p>
      {place && (
        <Button variant="subtle" size="compact-md" onClick={forget}>
          {t('location.forget')}
        </Button>
      )}
      {trouble && (
        <Notice tone="warning" title={t(`location.${trouble}`)}>
          {t(`location.${trouble}Text`)}
        </Notice>
      )}
    </Stack>
  );
}
