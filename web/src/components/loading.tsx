import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The shape of what is coming, and its words for those who do not see it. */
export function Loading({ lines = 3, height = 72 }: { lines?: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} style={{ display: 'grid', gap: '0.75rem' }}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <Skeleton key={key} height={height} radius="md" />
      ))}
    </div>
  );
}
