import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isSentToSupport, problemOf, statusOf } from '@/api/problem';
import { chunkFailureOf, wordsOf } from '@/lib/http/chunk';
import { Notice } from './notice';
import { RawWords } from './raw-words';
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
 * Returns the raw failure of a call, or the missing part of the page: a customer reads it to support. An
 * exception of the page means nothing to a customer.
 */
function rawOf(error: unknown): string | undefined {
  if (error instanceof ApiError) {
    return typeof error.silence === 'object' ? `timeout of ${error.silence.timeout}ms exceeded` : undefined;
  }
  const chunk = chunkFailureOf(error);
  return chunk && wordsOf(chunk);
}

/** The status of an answer that is not an answer of our API: a proxy's, for example. */
function Status({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const status = problemOf(error) ? undefined : statusOf(error);
  return status ? <small>{t('errors.reference', { id: `HTTP ${status}` })}</small> : null;
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
 * Shows the server's message or, without an answer, whether the connection or the server failed. The notice
 * scrolls into view by itself.
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
  const raw = rawOf(error);
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
        <Status error={error} />
        {raw && <RawWords of={raw} />}
      </Notice>
    </div>
  );
}
