import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CodeSent } from '@/api/gen-session';
import { zValidateIdOfNumberBody } from '@/api/gen-session/zod.gen';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { digitInput } from '@/lib/form/digit-input';
import { type Paper, papers } from '@/lib/form/paper';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { nationalMobile } from '@/lib/text/digits';
import { checkId, type IdClaim, sendCode } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const claimSchema = (paper: Paper) =>
  zValidateIdOfNumberBody.check(
    z.refine(({ id_number }) => papers[paper].fits(id_number), { path: ['id_number'] }),
  );
const schemas = { id: claimSchema('id'), passport: claimSchema('passport') };

const paperTexts = { id: 'id_number', passport: 'passport' } as const;

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
  const [paper, setPaper] = useState<Paper>('id');
  const verify = useAttempt(async (claim: IdClaim) => {
    await checkId(paper === 'passport' ? { ...claim, document: paper } : claim);
    onSent(claim.mobile_number, coded ? undefined : await sendCode(claim.mobile_number, source));
  });
  const {
    form,
    text,
    refusal: rest,
  } = useSchemaForm<IdClaim, 'mobile_number' | 'id_number'>(schemas[paper], {
    defaultValues: { mobile_number: mobile ?? '', id_number: '', source },
    error: verify.error,
    invalid: (name) => t(`fields.${name === 'id_number' ? paperTexts[paper] : name}Error`),
  });
  const other = paper === 'id' ? 'passport' : 'id';
  const change = () => {
    setPaper(other);
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
        label={t(`fields.${paperTexts[paper]}`)}
        hint={t(`fields.${paperTexts[paper]}Hint`)}
        error={text('id_number')}
        autoComplete="off"
        {...papers[paper].input}
        {...form.register('id_number', { setValueAs: papers[paper].clean })}
      />
      <Button variant="subtle" fullWidth onClick={change}>
        {t(`paper.${other}`)}
      </Button>
      {Boolean(verify.error) && <Refusal error={verify.error} said={rest === undefined} />}
      <SubmitButton busy={verify.busy}>{t('common:actions.continue')}</SubmitButton>
      <NotOurs error={verify.error} />
    </form>
  );
}
