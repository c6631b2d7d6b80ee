import { useTranslation } from 'react-i18next';
import { selectNumber } from '@/api/gen';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { isolatedNumber } from '@/lib/session/line-name';
import { NumberPicker } from '../numbers/number-picker';
import { useStepAction, useWizard } from '../shell/wizard-context';

/** Another number for an open order; the previous number is released. */
export default function NumberStep() {
  const { t } = useTranslation(['order', 'numbers']);
  const { order } = useWizard();
  const choose = useStepAction((call, msisdn: string) => selectNumber({ ...call, body: { msisdn } }));
  const { booking } = order;
  return (
    <>
      <PageHeading takesFocus title={t('numbers:title')} lead={t('numbers:lead')} />
      <div className="stack">
        {booking?.expired && <Notice tone="warning" title={t('expired.title')} />}
        {booking && !booking.expired && (
          <Notice>{t('start.changeNote', { number: isolatedNumber(booking.msisdn) })}</Notice>
        )}
        <NumberPicker
          booking={choose.isPending ? choose.variables : undefined}
          error={choose.error}
          onRetry={() => choose.variables && choose.submit(choose.variables)}
          onChoose={choose.submit}
        />
      </div>
    </>
  );
}
