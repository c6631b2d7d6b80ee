import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent } from '@/api/gen-session';
import { zValidateIdOfNumberBody } from '@/api/gen-session/zod.gen';
import { Form } from '@/components/form/form';
import { PlainIdField, PlainMobileField } from '@/components/form/plain-field';
import { SubmitButton } from '@/components/submit-button';
import { fieldRule } from '@/lib/form/field-rule';
import { type RegistrationDocument, registrationDocuments } from '@/lib/form/registration-document';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { checkId, type IdClaim, sendCode } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const claimSchema = (registered: RegistrationDocument) =>
  zValidateIdOfNumberBody.check(
    fieldRule('id_number', ({ id_number }) => registrationDocuments[registered].fits(id_number)),
  );
const schemas = { id: claimSchema('id'), passport: claimSchema('passport') };

const documentTexts = { id: 'id_number', passport: 'passport' } as const;

interface Props {
  source: IdClaim['source'];
  /** If the number is already known, only the ID is requested. */
  mobile?: string;
  /** If the number's code was already correct, no code is sent. */
  coded?: boolean;
  onSent: (mobile: string, sent?: CodeSent) => void;
}

/** The mobile number and the ID, or passport, of its owner; if they match, a code is sent to the number. */
export function VerifyNumber({ source, mobile, coded = false, onSent }: Props) {
  const { t } = useTranslation(['registration', 'common']);
  const [registered, setRegistered] = useState<RegistrationDocument>('id');
  const verify = useAttempt(async (claim: IdClaim) => {
    await checkId(registered === 'passport' ? { ...claim, document: registered } : claim);
    onSent(claim.mobile_number, coded ? undefined : await sendCode(claim.mobile_number, source));
  });
  const { form, refusal: rest } = useSchemaForm<IdClaim>(schemas[registered], {
    defaultValues: { mobile_number: mobile ?? '', id_number: '', source },
    error: verify.error,
  });
  const other = registered === 'id' ? 'passport' : 'id';
  const change = () => {
    setRegistered(other);
    form.resetField('id_number');
    form.setFocus('id_number');
  };
  return (
    <Form form={form} className="stack" onSubmit={verify.attempt}>
      {mobile === undefined && (
        <PlainMobileField
          form={form}
          name="mobile_number"
          label={t('register.mobile')}
          hint={t('register.mobileHint')}
          invalid={t('fields.mobile_numberError')}
          autoComplete="tel-national"
        />
      )}
      <PlainIdField
        form={form}
        name="id_number"
        document={registered}
        label={t(`fields.${documentTexts[registered]}`)}
        hint={t(`fields.${documentTexts[registered]}Hint`)}
        invalid={t(`fields.${documentTexts[registered]}Error`)}
      />
      <Button variant="subtle" fullWidth onClick={change}>
        {t(`document.${other}`)}
      </Button>
      {Boolean(verify.error) && <Refusal error={verify.error} said={rest === undefined} />}
      <SubmitButton busy={verify.busy}>{t('common:actions.continue')}</SubmitButton>
      <NotOurs error={verify.error} />
    </Form>
  );
}
