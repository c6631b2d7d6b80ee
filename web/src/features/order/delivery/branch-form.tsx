import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickupBranch } from '@/api/gen-later';
import { listCitiesOptions, listPickupBranchesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLanguage } from '@/lib/text/use-language';
import { useWizard } from '../shell/wizard-context';
import classes from './branch-form.module.css';

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

interface BranchProps {
  branch: PickupBranch;
  chosen: boolean;
  onChoose: () => void;
}

function Branch({ branch, chosen, onChoose }: BranchProps) {
  const { t } = useTranslation('order');
  const directions = mapAddress(branch);
  return (
    <li className={classes.branch}>
      <label className={classes.label}>
        <input type="radio" name="branch" value={branch.id} checked={chosen} onChange={onChoose} />
        <span className={classes.text}>
          <strong>{branch.name}</strong>
          <span>{branch.address}</span>
          <span>{branch.workingHours}</span>
        </span>
      </label>
      {directions && (
        <a className={classes.directions} href={directions} target="_blank" rel="noreferrer">
          {t('delivery.directions')}
          <span className="visually-hidden">
            {' '}
            {branch.name} ({t('confirmation.newTab')})
          </span>
        </a>
      )}
    </li>
  );
}

/** Courier branches of a city, for collection. */
export default function BranchForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { order } = useWizard();
  const headers = { 'accept-language': language };
  const [city, setCity] = useState('');
  const [branchId, setBranchId] = useState(order.delivery?.branchId);
  const [asked, setAsked] = useState(false);
  const cities = useQuery(listCitiesOptions({ headers }));
  const branches = useQuery({
    ...listPickupBranchesOptions({ query: { city }, headers }),
    enabled: city !== '',
  });
  const items = branches.data?.items ?? [];
  const { fields, rest } = splitRefusal(error, (path) => (path === 'branchId' ? path : undefined));
  const chosen = items.some(({ id }) => id === branchId) ? branchId : undefined;
  const fieldError = asked && !chosen ? t('delivery.branchError') : fields[0]?.[1];
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (chosen) {
      onSubmit(chosen);
    }
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <ErrorNotice error={cities.error} onRetry={() => cities.refetch()} />
      <NativeSelect
        size="md"
        label={t('delivery.city')}
        value={city}
        onChange={(event) => setCity(event.currentTarget.value)}
        data={[
          { value: '', label: t('delivery.cityChoose') },
          ...(cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      {branches.isLoading && <Loading lines={3} height={96} />}
      <ErrorNotice error={branches.error} onRetry={() => branches.refetch()} />
      {branches.isSuccess && items.length === 0 && <p>{t('delivery.branchesEmpty')}</p>}
      <fieldset className={classes.group} hidden={items.length === 0}>
        <legend>{t('delivery.branch')}</legend>
        <ul className={classes.list}>
          {items.map((branch) => (
            <Branch
              key={branch.id}
              branch={branch}
              chosen={branch.id === chosen}
              onChoose={() => setBranchId(branch.id)}
            />
          ))}
        </ul>
      </fieldset>
      {fieldError && (
        <p role="alert" className={classes.error}>
          {fieldError}
        </p>
      )}
      <ErrorNotice error={rest} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('delivery.submit')}
      </Button>
    </form>
  );
}
