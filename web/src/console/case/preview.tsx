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
  /** Tells whether the preview can be requested. */
  ready?: boolean;
}

/** Requests the effect of a decision each time the dialog opens: a cached preview could be wrong by now. */
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

/** The effects of a decision, in order, as sentences. */
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
  return <EffectList sentences={of.data.sentences} />;
}

/** The effects of a decision as sentences. */
export function EffectList({ sentences }: { sentences: readonly CaseWords[] }) {
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
