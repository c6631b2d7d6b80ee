import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Order } from '@/api/gen';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSession } from '@/lib/session';
import { isolatedNumber } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';
import { clearAnswers, endSessionOf } from '../model/forget-order';
import { orderForgotten } from '../model/order-forgotten';

/** Returns the contacts that open the order again: the mobile number, and a confirmed e-mail address. */
function waysBack({ contact }: Order): string[] {
  const mobile = contact?.mobile ? [isolatedNumber(contact.mobile)] : [];
  return contact?.email && contact.verified.includes('email')
    ? [...mobile, `\u2066${contact.email}\u2069`]
    : mobile;
}

/** For a guest on a shared device. An account keeps its orders on each device. */
export function ForgetOrder({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const navigate = useNavigate();
  const { status } = useSession();
  const [open, setOpen] = useState(false);
  const forget = useAttempt(async () => {
    await endSessionOf(order.id, language);
    await navigate(`/${language}/`, { replace: true, state: orderForgotten });
    await clearAnswers(order.id);
  });
  if (status !== 'guest') {
    return null;
  }
  const number = `\u2066${order.orderNumber}\u2069`;
  const address = new Intl.ListFormat(language, { type: 'disjunction' }).format(waysBack(order));
  return (
    <>
      <Button variant="transparent" className="quiet-action" onClick={() => setOpen(true)}>
        {t('forget.open')}
      </Button>
      {open && (
        <ConfirmDialog
          title={t('forget.title')}
          error={forget.error}
          busy={forget.busy}
          keep={t('forget.keep')}
          confirm={t('forget.confirm')}
          onConfirm={() => forget.attempt()}
          onClose={() => setOpen(false)}
        >
          <p style={{ margin: 0 }}>{t('forget.text')}</p>
          <p style={{ margin: 0 }}>{t('forget.again', { number, address })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
