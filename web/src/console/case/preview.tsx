import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseAction, CaseAmendments, CaseKind, CaseWords } from '@/api/gen-support';
import { previewCase } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { useLanguage } from '@/lib/text/use-language';
import classes from './case.module.css';

interface Asked {
  path: { kind: CaseKind; caseId: string };
  action: CaseAction;
  amendments?: CaseAmendments | undefined;
  /** Whether there is something to ask about. */
  ready?: boolean;
}

/** What a decision would do, asked anew whenever it is opened: nothing kept may be shown for what will happen now. */
export function usePreview({ path, action, amendments, ready = true }: Asked) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['previewCase', language, path, action, amendments],
    queryFn: async ({ signal }) =>
      (
        await previewCase({
          headers: { 'accept-language': language },
          path,
          body: { action, ...(amendments && { amendments }) },
          signal,
          throwOnError: true,
        })
      ).data.data,
    enabled: ready,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** All that will happen, in order, in sentences. */
export function Preview({ of }: { of: ReturnType<typeof usePreview> }) {
  if (of.isPending) {
    return <Loading lines={2} height={32} />;
  }
  if (of.error) {
    return <ErrorNotice error={of.error} onRetry={() => void of.refetch()} />;
  }
  if (!of.data.allowed) {
    return <Notice tone="warning" title={of.data.reason} />;
  }
  return <WillHappen sentences={of.data.sentences} />;
}

/** What a decision does, one sentence after the other. */
export function WillHappen({ sentences }: { sentences: readonly CaseWords[] }) {
  const { t } = useTranslation('console');
  return (
    <section aria-label={t('decide.preview')}>
      <p className={classes.label}>{t('decide.preview')}</p>
      <ol className={classes.sentences}>
        {sentences.map(({ key, text }) => (
          <li key={`${key} ${text}`}>{text}</li>
        ))}
      </ol>
    </section>
  );
}
