import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zChooseDeliveryBody } from '@/api/gen/zod.gen';
import type { PickupBranch } from '@/api/gen-later';
import { listCitiesOptions, listPickupBranchesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { type AnyForm, useChosen } from '@/components/form/use-bound';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useDistance } from '@/lib/text/use-distance';
import { useLanguage } from '@/lib/text/use-language';
import { useWizard } from '../shell/wizard-context';
import classes from './branch-form.module.css';
import { byDistance, type Placed } from './distance';
import { usePlace } from './use-place';

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (branchId: string) => void;
}

function mapAddress({ latitude, longitude }: PickupBranch): string | undefined {
  return latitude === undefined || longitude === undefined
    ? undefined
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

interface BranchProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'checked'> {
  branch: Placed<PickupBranch>;
  onChoose: () => void;
}

function Branch({ branch, onChoose, ...radio }: BranchProps) {
  const { t } = useTranslation(['delivery', 'order']);
  const distance = useDistance();
  const directions = mapAddress(branch);
  return (
    <li className={classes.branch}>
      <label className={classes.label}>
        <input type="radio" value={branch.id} {...radio} onChange={onChoose} />
        <span className={classes.text}>
          <strong>{branch.name}</strong>
          <span>{branch.address}</span>
          <span>{branch.workingHours}</span>
          {branch.metres !== undefined && <span>{t('away', { distance: distance(branch.metres) })}</span>}
        </span>
      </label>
      {directions && (
        <a className={classes.directions} href={directions} target="_blank" rel="noreferrer">
          {t('directions')}
          <span className="visually-hidden">
            {' '}
            {branch.name} ({t('order:confirmation.newTab')})
          </span>
        </a>
      )}
    </li>
  );
}

interface Typed {
  city: string;
  branchId?: string | undefined;
}

/** The branches of a city. */
function Branches({ form, items }: { form: AnyForm<Typed>; items: Placed<PickupBranch>[] }) {
  const { t } = useTranslation(['delivery', 'order']);
  const { ref, name, value, error, onChange } = useChosen({
    form,
    name: 'branchId',
    missing: t('branchError'),
  });
  return (
    <>
      <fieldset className={classes.group} hidden={items.length === 0}>
        <legend>{t('branch')}</legend>
        <ul className={classes.list}>
          {items.map((branch, position) => (
            <Branch
              key={branch.id}
              ref={position === 0 ? ref : undefined}
              name={name}
              branch={branch}
              checked={branch.id === value}
              onChoose={() => onChange(branch.id)}
            />
          ))}
        </ul>
      </fieldset>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </>
  );
}

function useBranches(city: string) {
  const headers = { 'accept-language': useLanguage() };
  return useQuery({ ...listPickupBranchesOptions({ query: { city }, headers }), enabled: city !== '' });
}

const schema = z
  .object({ city: z.string(), branchId: zChooseDeliveryBody.shape.branchId })
  .check(fieldRule('branchId', ({ branchId }) => branchId !== undefined));

/** Courier branches of a city, for collection. */
export default function BranchForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation(['delivery', 'order']);
  const { order } = useWizard();
  const cities = useQuery(listCitiesOptions({ headers: { 'accept-language': useLanguage() } }));
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { city: '', branchId: order.delivery?.branchId },
    mode: 'onSubmit',
    error,
  });
  const branches = useBranches(form.watch('city'));
  const { place, find, isDenied } = usePlace();
  const items = byDistance(branches.data?.items ?? [], place);
  const submit = ({ branchId }: Typed) => {
    // The known branch may lie in another city than the chosen one.
    const chosen = items.find(({ id }) => id === branchId);
    if (chosen) {
      onSubmit(chosen.id);
    } else {
      form.setError('branchId', { type: 'other-city' }, { shouldFocus: true });
    }
  };
  return (
    <Form form={form} className="stack" onSubmit={submit}>
      <ErrorNotice error={cities.error} onRetry={() => cities.refetch()} />
      <SelectField
        form={form}
        name="city"
        label={t('city')}
        data={[
          { value: '', label: t('cityChoose') },
          ...(cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      {branches.isLoading && <Loading lines={3} height={96} />}
      <ErrorNotice error={branches.error} onRetry={() => branches.refetch()} />
      {branches.isSuccess && items.length === 0 && <p>{t('branchesEmpty')}</p>}
      {items.length > 1 && !place && find && (
        <Button variant="default" size="sm" style={{ justifySelf: 'start' }} onClick={find}>
          {t('nearest')}
        </Button>
      )}
      {isDenied && <Notice tone="warning">{t('nearestDenied')}</Notice>}
      <Branches form={form} items={items} />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('submit')}
      </Button>
    </Form>
  );
}
