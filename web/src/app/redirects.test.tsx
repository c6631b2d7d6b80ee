import { waitFor } from '@testing-library/react';
import { createBrowserRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { goTo } from './page-texts';

const routerAt = (path: string) => {
  history.pushState(null, '', path);
  return createBrowserRouter([
    { path: '/old', loader: ({ request }) => goTo(request, '/الجديد', '?plan=10') },
    { path: '/الجديد' },
    { path: '/other' },
  ]);
};
let router: ReturnType<typeof routerAt> | undefined;

afterEach(() => {
  router?.dispose();
  history.pushState(null, '', '/');
});

const expectNewPage = () => waitFor(() => expect(decodeURI(location.pathname)).toBe('/الجديد'));

it('GoTo_FirstPageOfALoad_LeavesNoRedirectInTheHistory', async () => {
  const entries = history.length + 1; // the entry of the visit itself
  router = routerAt('/old');
  await expectNewPage();
  expect(location.search).toBe('?plan=10');
  expect(history.length).toBe(entries);
});

it('GoTo_LinkOnAPage_KeepsThePageInTheHistory', async () => {
  router = routerAt('/other');
  const entries = history.length;
  await router.navigate('/old');
  await expectNewPage();
  expect(history.length).toBe(entries + 1);
});
