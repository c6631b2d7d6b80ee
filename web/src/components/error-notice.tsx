import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, statusOf } from '@/lib/problem';
import { Notice } from './notice';

/** Says what the server said; without an answer, whose side the trouble is on. It comes into view by itself. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) {
      place.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [error]);
  if (!error) {
    return null;
  }
  const problem = problemOf(error);
  const fallback = statusOf(error) === 0 ? t('errors.network') : t('errors.server');
  const retry = onRetry && (
    <Button variant="default" size="sm" onClick={onRetry}>
      {t('actions.retry')}
    </Button>
  );
  return (
    <div ref={place}>
      <Notice tone="negative" title={problem?.message ?? fallback} action={retry}>
        {problem && (statusOf(error) ?? 0) >= 500 && (
          <small>{t('errors.reference', { id: problem.traceId })}</small>
        )}
      </Notice>
    </div>
  );
}
