import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LineSim, type SimInfo, showPuk } from '@/api/gen-lines';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import { Notice } from '@/components/notice';
import { HelpLink } from '@/components/support/help-link';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { CodeDialog } from './code-dialog';
import classes from './sim-information.module.css';

interface Props {
  sim: LineSim;
  info: SimInfo;
  onClose: () => void;
}

/** The PUK of a SIM: a code shows it, and only while the dialog is open. */
export function PukDialog({ sim, info, onClose }: Props) {
  const { t } = useTranslation(['sim-information', 'common']);
  const [puk, setPuk] = useState('');
  const show = useEffectCall(
    (call, otp: string) => showPuk({ ...call, body: { sim_id: sim.id, otp } }),
    ({ data }) => setPuk(data.puk1),
  );
  if (puk) {
    return (
      <ModalDialog title={t('puk.title')} onClose={onClose}>
        <div className="stack">
          <p className={classes.puk}>
            <Ltr>{puk}</Ltr>
            <CopyButton text={puk} />
          </p>
          <p className="dimmed">{t('puk.how')}</p>
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
        </div>
      </ModalDialog>
    );
  }
  return (
    <CodeDialog
      title={t('puk.title')}
      number={info.msisdn}
      source="sim_puk"
      to={info.code_goes_to}
      onCode={show.mutateAsync}
      onClose={onClose}
      start={(send, busy) => (
        <>
          <p style={{ margin: 0 }}>{t('puk.text')}</p>
          {info.code_goes_to.length > 0 ? (
            <Button loading={busy} onClick={send}>
              {t('puk.confirm')}
            </Button>
          ) : (
            <Notice tone="warning" action={<HelpLink />}>
              {t('unreachable')}
            </Notice>
          )}
        </>
      )}
    />
  );
}
