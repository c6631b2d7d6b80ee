import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { PrimaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/text/use-language';
import { findOrderPath } from '../model/find-order-path';
import { ChooseUntil } from './choose-until';

type ToDo = 'lost' | 'holdOver' | 'draft' | 'esimFailed' | 'address';

/** Returns the task that only the customer can do, and only in the whole order. */
export function toDoIn({ stage, step, progress, canCorrectAddress }: Order): ToDo | undefined {
  if (stage === 'wizard') {
    return step === 'number-selection' ? 'holdOver' : 'draft';
  }
  if (stage === 'number-lost') {
    return 'lost';
  }
  if (canCorrectAddress) {
    return 'address';
  }
  const theirs = progress?.milestones.some(
    ({ key, state, actor }) => key === 'esim-installed' && state === 'failed' && actor === 'customer',
  );
  return theirs ? 'esimFailed' : undefined;
}

/** The failure, the solution and the link to it. */
export function PartToDo({ order, toDo }: { order: Order; toDo: ToDo }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  return (
    <Notice
      tone="warning"
      title={toDo === 'esimFailed' ? order.profile?.error?.message : t(`part.${toDo}Title`)}
      action={
        <PrimaryLink to={findOrderPath(language, order.orderNumber)}>{t(`part.${toDo}Open`)}</PrimaryLink>
      }
    >
      {t(`part.${toDo}`)}
      {toDo === 'lost' && <ChooseUntil order={order} />}
      <p style={{ margin: '0.4rem 0 0' }}>{t('part.code')}</p>
    </Notice>
  );
}
