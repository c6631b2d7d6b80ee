import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isSentToSupport, problemOf, statusOf } from '@/api/problem';
import { Notice } from './notice';
import { HelpLink } from './support/help-link';
import { SupportWays } from './support/support-ways';

/** Returns the text for a failure without a message of the server. */
function useWords(silence: ApiError['silence']): string {
  const { t } = useTranslation(['common', 'shell']);
  switch (silence) {
    case undefined:
      return t('errors.server');
    case 'unreached':
      return t('errors.network');
    case 'aborted':
    case 'late':
      return t(`shell:silence.${silence}`);
    default:
      return t('shell:silence.timeout');
  }
}

/**
 * A server failure shows its trace number. A refusal that sends the customer to support shows the ways to
 * contact support.
 */
function WayToSupport({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const problem = problemOf(error);
  if (problem && (statusOf(error) ?? 0) >= 500) {
    return (
      <small>
        {t('errors.reference', { id: problem.traceId })} <HelpLink error={problem.traceId} />
      </small>
    );
  }
  return isSentToSupport(error) && <SupportWays />;
}

interface Props {
  error: unknown;
  onRetry?: () => void;
  /** Names the failed action, above the server's message. */
  heading?: string | undefined;
}

/**
 * Shows the server's message or, without an answer, whether the connection or the server failed: never a raw
 * error (ADR 129). The notice scrolls into view by itself.
 */
export function ErrorNotice({ error, onRetry, heading }: Props) {
  const { t } = useTranslation();
  const silence = error instanceof ApiError ? error.silence : undefined;
  const fallback = useWords(silence);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) {
      place.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [error]);
  if (!error) {
    return null;
  }
  const message = problemOf(error)?.message ?? fallback;
  const retry = onRetry && (
    <Button variant="default" size="sm" onClick={onRetry}>
      {t('actions.retry')}
    </Button>
  );
  return (
    <div ref={place}>
      <Notice tone={silence === 'late' ? 'info' : 'negative'} title={heading ?? message} action={retry}>
        {heading && <p>{message}</p>}
        <WayToSupport error={error} />
      </Notice>
    </div>
  );
}
