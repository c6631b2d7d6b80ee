import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CodeSent } from '@/api/gen-session';
import { zValidateIdOfNumberBody } from '@/api/gen-session/zod.gen';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { digitInput, figureInput } from '@/lib/form/digit-input';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { isPersonalId } from '@/lib/form/id-number';
import { useAttempt } from '@/lib/form/use-attempt';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';
import { checkId, type IdClaim, sendCode } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const idSchema = zValidateIdOfNumberBody.check(
  z.refine(({ id_number }) => isPersonalId(id_number), { path: ['id_number'] }),
);

interface Props {
  source: IdClaim['source'];
  /** Where it is known already, only the ID is asked for. */
  mobile?: string;
  /** Where the number's code was right already, none is sent. */
  coded?: boolean;
  onSent: (mobile: string, sent?: CodeSent) => void;
}

/** Mobile number and ID of its owner; when they belong together a code goes to the number. */
export function VerifyNumber({ source, mobile, coded = false, onSent }: Props) {
  const { t } = useTranslation(['registration', 'common']);
  const verify = useAttempt(async (claim: IdClaim) => {
    await checkId(claim);
    onSent(claim.mobile_number, coded ? undefined : await sendCode(claim.mobile_number, source));
  });
  const form = useForm<IdClaim>({
    resolver: schemaResolver(idSchema),
    defaultValues: { mobile_number: mobile ?? '', id_number: '', source },
    mode: 'onTouched',
  });
  const rest = useServerRefusal(form, verify.error);
  const text = (name: 'mobile_number' | 'id_number') =>
    fieldText(form.formState.errors[name], form.getValues(name), {
      required: t('common:errors.required'),
      invalid: t(`fields.${name}Error`),
    });
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
        label={t('fields.id_number')}
        hint={t('fields.id_numberHint')}
        error={text('id_number')}
        maxLength={10}
        autoComplete="off"
        {...figureInput}
        {...form.register('id_number', { setValueAs: digitsOnly })}
      />
      {Boolean(verify.error) && <Refusal error={verify.error} said={rest === undefined} />}
      <SubmitButton busy={verify.busy}>{t('common:actions.continue')}</SubmitButton>
      <NotOurs error={verify.error} />
    </form>
  );
}
