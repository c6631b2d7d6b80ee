import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseAmendable, CaseAmendments, CaseChoice, CaseKind } from '@/api/gen-support';
import { ModalDialog } from '@/components/modal-dialog';
import { Tabs } from '@/components/parts/tabs';
import { AddressForm, ContactForm, DeviceForm } from './amend-forms';
import classes from './case.module.css';
import { DecisionDialog } from './decision-dialog';

interface Props {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  amendable: CaseAmendable | undefined;
  onClose: () => void;
}

const forms = { address: AddressForm, contact: ContactForm, device: DeviceForm };

/** What is corrected, then what that would do: fields that are refused are said at the fields. */
export function AmendDialog({ path, choice, amendable, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const parts = choice.amends ?? [];
  const [part, setPart] = useState(parts[0] ?? 'address');
  const [amendments, setAmendments] = useState<CaseAmendments>();
  const [refusal, setRefusal] = useState<unknown>();
  const Form = forms[part];
  const back = (error?: unknown) => {
    setRefusal(error);
    setAmendments(undefined);
  };
  return (
    <>
      <ModalDialog title={choice.title} onClose={onClose}>
        <Tabs
          label={t('amend.what')}
          tabs={parts.map((name) => ({ name, title: t(`amend.part.${name}`) }))}
          current={part}
          onChange={setPart}
        >
          <div className={classes.amendment}>
            <Form amendable={amendable} error={refusal} onAmend={setAmendments} />
          </div>
        </Tabs>
        <Button variant="default" fullWidth onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </ModalDialog>
      {amendments && (
        <DecisionDialog
          path={path}
          choice={choice}
          amendments={amendments}
          onClose={() => back()}
          onDone={onClose}
          onFieldsRefused={back}
        />
      )}
    </>
  );
}
