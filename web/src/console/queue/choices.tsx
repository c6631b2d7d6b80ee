import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Group } from '@/components/ui/layout';
import { addressOf, claims, type Filters, states } from './filters';
import classes from './queue.module.css';

/** Further filters of the list, and its order. */
export function Choices({ filters }: { filters: Filters }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { after: _after, ...kept } = filters;
  const choose = (name: 'state' | 'claimed' | 'order') => (event: { currentTarget: { value: string } }) =>
    void navigate(addressOf({ ...kept, [name]: event.currentTarget.value || undefined }));
  return (
    <Group gap="0.75rem 1rem" align="stretch" className={classes.choices}>
      <NativeSelect
        label={t('queue.stateLabel')}
        value={filters.state ?? ''}
        onChange={choose('state')}
        data={[
          { value: '', label: t('queue.state.any') },
          ...states.map((value) => ({ value, label: t(`queue.state.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('queue.claimedLabel')}
        value={filters.claimed ?? ''}
        onChange={choose('claimed')}
        data={[
          { value: '', label: t('queue.claimed.any') },
          ...claims.map((value) => ({ value, label: t(`queue.claimed.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('queue.orderLabel')}
        value={filters.order ?? ''}
        onChange={choose('order')}
        data={[
          { value: '', label: t('queue.order.oldest') },
          { value: 'newest', label: t('queue.order.newest') },
        ]}
      />
    </Group>
  );
}
