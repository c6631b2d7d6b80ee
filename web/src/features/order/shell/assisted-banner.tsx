import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Order } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { consolePath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import { clearAnswers, endSessionOf } from '../model/forget-order';

/** Shown on each step to an agent who works on an order for a caller, with a button to end the work. */
export default function AssistedBanner({ order }: { order: Order }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const navigate = useNavigate();
  const end = useAttempt(async () => {
    await endSessionOf(order.id, language);
    await navigate(`${consolePath(language)}/cases/order/${order.id}`);
    await clearAnswers(order.id);
  });
  const button = (
    <Button variant="default" size="sm" loading={end.busy} onClick={() => void end.attempt()}>
      {t('assisted.end')}
    </Button>
  );
  return (
    <>
      <Notice
        tone="warning"
        title={t('assisted.title', { number: `\u2066${order.orderNumber}\u2069` })}
        action={button}
      >
        {t('assisted.text')}
      </Notice>
      <ErrorNotice error={end.error} />
    </>
  );
}
