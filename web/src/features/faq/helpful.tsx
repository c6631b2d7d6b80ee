import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sayHelpful } from '@/api/gen-content';
import { ErrorNotice } from '@/components/error-notice';
import { startDevice } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './faq.module.css';

/**
 * A vote on an answer. It counts once for each account or device, so a guest gets a session of the device for
 * it.
 */
export function Helpful({ id }: { id: number }) {
  const { t } = useTranslation('faq');
  const language = useLanguage();
  const support = usePath('support');
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (helpful: boolean) => {
      await startDevice();
      await sayHelpful({
        path: { faqId: String(id) },
        body: { helpful },
        headers: { 'accept-language': language },
        throwOnError: true,
      });
      return { helpful };
    },
  });
  return (
    <div className="row">
      <p>{t('helpful')}</p>
      {([true, false] as const).map((helpful) => (
        <Button
          key={String(helpful)}
          variant={data?.helpful === helpful ? 'filled' : 'default'}
          size="sm"
          aria-pressed={data?.helpful === helpful}
          loading={isPending && variables === helpful}
          onClick={() => mutate(helpful)}
        >
          {t(helpful ? 'yes' : 'no')}
        </Button>
      ))}
      <p role="status" className={classes.thanks}>
        {data && t(data.helpful ? 'thanksYes' : 'thanksNo')}{' '}
        {data?.helpful === false && support && <Link to={support}>{t('askUs')}</Link>}
      </p>
      <ErrorNotice error={error} />
    </div>
  );
}
