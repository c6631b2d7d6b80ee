import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noteSentBack } from '@/lib/site/sent-back';
import { renderApp } from '@/testing/render';

it('says once why a customer was led back', async () => {
  noteSentBack();
  const { router } = renderApp('/en/terms');
  expect(await screen.findByText('The line in use cannot open that page')).toBeVisible();
  await router.navigate('/en/login');
  await waitFor(() => expect(screen.queryByText('The line in use cannot open that page')).toBeNull());
});
