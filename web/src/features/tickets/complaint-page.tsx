import { useTranslation } from 'react-i18next';
import { complainInApp, submitComplaint } from '@/api/gen-tickets';
import { PageHeading } from '@/components/page-heading';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { ComplaintForm, type Filed } from './complaint-form';
import { TicketStored } from './ticket-stored';
import classes from './tickets.module.css';

function Complaint({ send }: { send: typeof submitComplaint | typeof complainInApp }) {
  const { t } = useTranslation('tickets');
  const { headers } = useLineCall();
  const call = useKeyedCall((key, body: Filed) =>
    send({ headers: { ...headers, 'Idempotency-Key': key }, body, throwOnError: true }),
  );
  return (
    <div className={`container stack ${classes.page}`}>
      {call.data ? (
        <TicketStored request={call.data.data} />
      ) : (
        <>
          <PageHeading title={t('complaint.title')} lead={t('complaint.lead')} />
          <ComplaintForm error={call.error} busy={call.isPending} onSubmit={(form) => call.mutate(form)} />
        </>
      )}
    </div>
  );
}

/** The complaint form, for customers and guests. */
export const ComplaintPage = () => <Complaint send={submitComplaint} />;

/** The complaint form inside the mobile app, which has its own frame. */
export const ComplaintInAppPage = () => <Complaint send={complainInApp} />;
