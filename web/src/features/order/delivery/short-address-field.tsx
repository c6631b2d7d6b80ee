import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Address, findNationalAddress, type NationalAddress } from '@/api/gen';
import { zShortAddress } from '@/api/gen/zod.gen';
import { problemOf } from '@/api/problem';
import { TextField } from '@/components/form/text-field';
import type { AnyForm } from '@/components/form/use-bound';
import { Notice } from '@/components/notice';
import { bareCode } from '@/lib/text/typed';
import { useLanguage } from '@/lib/text/use-language';

/** The fields that the answer of the post fills. */
const filled = [
  'city',
  'area',
  'street',
  'buildingNumber',
  'postcode',
  'additionalNumber',
  'latitude',
  'longitude',
] as const;

const read = (typed: string) => bareCode(typed) || undefined;

/** Writes what the post knows into the form. A part that it does not know stays as the customer typed it. */
function fill(form: AnyForm<Address>, found: NationalAddress) {
  for (const name of filled) {
    const value = found[name];
    if (value !== undefined) {
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
  }
}

interface Props {
  form: AnyForm<Address>;
  /** Hears of a short address that the post does not know, or to which there is no delivery. */
  onRefused: (shortAddress: string | undefined) => void;
}

/** The short national address. Once it is complete, the rest of the address is looked up. */
export function ShortAddressField({ form, onRefused }: Props) {
  const { t } = useTranslation('delivery');
  const headers = { 'accept-language': useLanguage() };
  const asked = useRef<string>(undefined);
  const lookUp = useMutation({
    mutationFn: async (shortAddress: string) => {
      const { data } = await findNationalAddress({ headers, query: { shortAddress }, throwOnError: true });
      return data;
    },
  });
  const onType = (typed: string) => {
    const short = bareCode(typed);
    if (short === asked.current) {
      return;
    }
    const isComplete = zShortAddress.safeParse(short).success;
    asked.current = isComplete ? short : undefined;
    onRefused(undefined);
    lookUp.reset();
    if (isComplete) {
      lookUp.mutate(short, {
        onSuccess: (found) => fill(form, found),
        onError: (error) => {
          if (problemOf(error)?.fields) {
            onRefused(short);
          }
        },
      });
    }
  };
  return (
    <div className="stack" style={{ gap: '0.5rem' }}>
      <TextField
        form={form}
        name="shortAddress"
        label={`${t('shortAddress')} (${t('optional')})`}
        description={t('shortAddressHint')}
        invalid={t('shortAddressError')}
        read={read}
        onType={onType}
        dir="ltr"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="RRRD2929"
      />
      <div role="status">
        {lookUp.isPending && <small className="dimmed">{t('shortAddressSearch')}</small>}
        {lookUp.isSuccess && <small className="dimmed">{t('shortAddressFound')}</small>}
      </div>
      {lookUp.isError && (
        <Notice tone="warning">{problemOf(lookUp.error)?.message ?? t('shortAddressUnavailable')}</Notice>
      )}
    </div>
  );
}
