import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunkFailureOf } from '@/lib/http/chunk';

type Words = ComponentType<{ error: unknown }>;

const cannotBeAsked = (error: unknown): boolean =>
  navigator.onLine === false || chunkFailureOf(error) !== undefined;

/**
 * The refusal of a sign-in. Its texts load on demand; if they fail to load, the page shows a text of its own
 * and keeps the typed values.
 */
export function Refused({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [words, setWords] = useState<{ Words?: Words }>();
  const unheard = cannotBeAsked(error);
  useEffect(() => {
    let gone = false;
    const show = (Words?: Words) => !gone && setWords({ Words });
    if (!unheard) {
      import('../refusal').then(({ default: Refusal }) => show(Refusal)).catch(() => show());
    }
    return () => {
      gone = true;
    };
  }, [unheard]);
  if (unheard || (words && !words.Words)) {
    return (
      <p className="negative" role="alert">
        {t('errors.network')}
      </p>
    );
  }
  return words?.Words && <Suspense>{<words.Words error={error} />}</Suspense>;
}
