import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Bulk, continueBulk, pauseBulk, stopBulk } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bulk.module.css';

const calls = { pause: pauseBulk, continue: continueBulk, stop: stopBulk };

const isAboutBulks = ([first]: readonly unknown[]): boolean =>
  typeof first === 'object' &&
  first !== null &&
  '_id' in first &&
  (first._id === 'getBulk' || first._id === 'listBulks');

/** Controls a bulk. The bulk is read again after each answer, because it may have ended meanwhile. */
function useControl(bulkId: string) {
  const language = useLanguage();
  const cache = useQueryClient();
  const again = () => void cache.invalidateQueries({ predicate: ({ queryKey }) => isAboutBulks(queryKey) });
  return useKeyedCall(
    (key, does: keyof typeof calls) =>
      calls[does]({
        headers: { 'accept-language': language, 'Idempotency-Key': key },
        path: { bulkId },
        throwOnError: true,
      }),
    { onSuccess: again, onError: again },
  );
}

/** Pauses and resumes a bulk, or stops it for good after a confirmation. */
export function Controls({ of: { id, state, counts } }: { of: Bulk }) {
  const { t } = useTranslation(['console', 'common']);
  const control = useControl(id);
  const [stops, setStops] = useState(false);
  if (state !== 'running' && state !== 'paused') {
    return <ErrorNotice error={control.error} />;
  }
  const other = state === 'running' ? 'pause' : 'continue';
  const stop = () => control.mutate('stop', { onSettled: () => setStops(false) });
  return (
    <div className="stack">
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={control.isPending && control.variables === other}
          onClick={() => control.mutate(other)}
        >
          {t(`bulk.${other}`)}
        </Button>
        <Button variant="default" color="red" onClick={() => setStops(true)}>
          {t('bulk.stop')}
        </Button>
      </div>
      <ErrorNotice error={control.error} />
      {stops && (
        <ModalDialog title={t('bulk.stop')} onClose={() => setStops(false)}>
          <div className="stack">
            <p>{t('bulk.stopText', { count: counts.waiting })}</p>
            <Button color="red" loading={control.isPending} onClick={stop}>
              {t('bulk.stopConfirm')}
            </Button>
            <Button variant="default" onClick={() => setStops(false)}>
              {t('common:actions.cancel')}
            </Button>
          </div>
        </ModalDialog>
      )}
    </div>
  );
}
