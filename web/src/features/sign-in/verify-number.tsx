import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CodeSent } from '@/api/gen-session';
import { zValidateIdOfNumberBody } from '@/api/gen-session/zod.gen';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { digitInput } from '@/lib/form/digit-input';
import { type RegistrationDocument, registrationDocuments } from '@/lib/form/registration-document';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { nationalMobile } from '@/lib/text/digits';
import { checkId, type IdClaim, sendCode } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const claimSchema = (registered: RegistrationDocument) =>
  zValidateIdOfNumberBody.check(
    z.refine(({ id_number }) => registrationDocuments[registered].fits(id_number), { path: ['id_number'] }),
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
  const {
    form,
    text,
    refusal: rest,
  } = useSchemaForm<IdClaim, 'mobile_number' | 'id_number'>(schemas[registered], {
    defaultValues: { mobile_number: mobile ?? '', id_number: '', source },
    error: verify.error,
    invalid: (name) => t(`fields.${name === 'id_number' ? documentTexts[registered] : name}Error`),
  });
  const other = registered === 'id' ? 'passport' : 'id';
  const change = () => {
    setRegistered(other);
    form.resetField('id_number');
    form.setFocus('id_number');
  };
  return (
    <form noValidate className="stack" onSubmit={form.handleSubmit(verify.attempt)}>
      {mobile === undefined && (
        <TextField
          label={t('register.mobile')}
          hint={t('register.mobileHint')}
          error={text('mobile_number')}
          type="tel"
          autoComplete="tel-national"
          {...digitInput}
          {...form.register('mobile_number', { setValueAs: nationalMobile })}
        />
      )}
      <TextField
        label={t(`fields.${documentTexts[registered]}`)}
        hint={t(`fields.${documentTexts[registered]}Hint`)}
        error={text('id_number')}
        autoComplete="off"
        {...registrationDocuments[registered].input}
        {...form.register('id_number', { setValueAs: registrationDocuments[registered].clean })}
      />
      <Button variant="subtle" fullWidth onClick={change}>
        {t(`document.${other}`)}
      </Button>
      {Boolean(verify.error) && <Refusal error={verify.error} said={rest === undefined} />}
      <SubmitButton busy={verify.busy}>{t('common:actions.continue')}</SubmitButton>
      <NotOurs error={verify.error} />
    </form>
  );
}
