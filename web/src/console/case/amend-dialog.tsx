import { useTranslation } from 'react-i18next';
import type { CaseAmendable, CaseChoice, CaseKind } from '@/api/gen-support';
import { ModalDialog } from '@/components/modal-dialog';
import { AddressForm, ContactForm, DeviceForm } from './amend-forms';

export type AmendPart = NonNullable<CaseChoice['amends']>[number];

interface Props {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  part: AmendPart;
  amendable: CaseAmendable | undefined;
  onClose: () => void;
}

const forms = { address: AddressForm, contact: ContactForm, device: DeviceForm };

/** A dialog for a correction, its effect and its reason. */
export function AmendDialog({ path, choice, part, amendable, onClose }: Props) {
  const { t } = useTranslation('console');
  const Form = forms[part];
  return (
    <ModalDialog title={t(`amend.part.${part}`)} onClose={onClose}>
      <Form path={path} choice={choice} amendable={amendable} onClose={onClose} />
    </ModalDialog>
  );
}
