import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FindOrdersToActivateData, findOrdersToActivate } from '@/api/gen-later';
import { zFindOrdersToActivateBody } from '@/api/gen-later/zod.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { NumberField } from '@/components/form/number-field';
import { Msisdn } from '@/components/ltr';
import { rememberPart } from '@/features/order/model/other-sessions';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { readCard } from '@/lib/text/typed';
import { useLanguage } from '@/lib/text/use-language';
import classes from './activation.module.css';
import { BarcodeScanner, canScan } from './barcode-scanner';

type Claim = FindOrdersToActivateData['body'];

function useFind(onChoose: (id: string, iccid: string) => void) {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (body: Claim) => {
      const { data } = await findOrdersToActivate({
        headers: { 'accept-language': language },
        body,
        throwOnError: true,
      });
      return data.items;
    },
    onSuccess: (items, { iccid }) => {
      for (const { orderId, orderSessionId } of items) {
        rememberPart(orderId, orderSessionId);
      }
      const [only, ...others] = items;
      if (only && others.length === 0) {
        onChoose(only.orderId, iccid);
      }
    },
  });
}

/** A single text for all reasons: an attacker learns nothing, and the owner reads what to check. */
function NotFound() {
  const { t } = useTranslation('sim-activation');
  const language = useLanguage();
  return (
    <div className="dimmed">
      <p>{t('find.check')}</p>
      <Link to={`/${language}/find-order`}>{t('find.byOrderNumber')}</Link>
    </div>
  );
}

/** For a SIM that was ordered in another browser: its number and the owner's ID. */
export function FindBySim({ onChoose }: { onChoose: (id: string, iccid: string) => void }) {
  const { t } = useTranslation('sim-activation');
  const [scanning, setScanning] = useState(false);
  const find = useFind(onChoose);
  const { form, refusal } = useSchemaForm<Claim>(zFindOrdersToActivateBody, {
    defaultValues: { iccid: '', idNumber: '' },
    error: find.error,
  });
  return (
    <section className="card stack">
      <h2>{t('find.title')}</h2>
      <p className="dimmed">{t('find.lead')}</p>
      <Form form={form} className="stack" onSubmit={(body) => find.mutate(body)}>
        <NumberField
          form={form}
          name="iccid"
          label={t('find.iccid')}
          invalid={t('find.iccidError')}
          read={readCard}
        />
        {canScan() && !scanning && (
          <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setScanning(true)}>
            {t('find.scan')}
          </Button>
        )}
        {scanning && (
          <BarcodeScanner
            onFound={(iccid) => {
              form.setValue('iccid', iccid, { shouldValidate: true });
              setScanning(false);
            }}
            onClose={() => setScanning(false)}
          />
        )}
        <NumberField
          form={form}
          name="idNumber"
          label={t('find.idNumber')}
          invalid={t('find.idNumberError')}
        />
        <ErrorNotice error={refusal} />
        {problemOf(refusal)?.messageKey === 'no_orders_found' && <NotFound />}
        <Button type="submit" size="lg" className="primary-action" loading={find.isPending}>
          {t('find.submit')}
        </Button>
      </Form>
      {find.data && find.data.length > 1 && (
        <>
          <h3>{t('found.title')}</h3>
          <ul className="plain-list">
            {find.data.map(({ orderId, msisdn }) => (
              <li key={orderId} className={classes.order}>
                <Msisdn value={msisdn} className="large strong" />
                <Button onClick={() => onChoose(orderId, find.variables?.iccid ?? '')}>
                  {t('mine.choose')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
