import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const dataLine = {
  ...subLine,
  subscription_id: '01920000-0000-7000-8000-00000000000b',
  nickname: 'Tablet',
  mobile_number: '830000000002',
  properties: { subscription_type: 'prepaid', data_sim: true },
} as const;

describe('choosing an account', () => {
  it('shows every line by its name, number and kind', async () => {
    await signIn([mainLine, subLine, { ...dataLine, accessList: null }]);
    renderApp('/en/select-account');
    expect(
      await screen.findByRole('button', { name: /Main account.*057 000 0003 · Postpaid/ }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: /Driver.*057 000 0005 · Prepaid/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /Tablet.*830000000002 · Data SIM/ })).toBeVisible();
  });

  it('goes on with the main line without asking again', async () => {
    const calls = await signIn([mainLine, subLine]);
    const before = calls.length;
    const { user, path } = renderApp('/en/select-account');
    await user.click(await screen.findByRole('button', { name: /Main account/ }));
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
    expect(calls.slice(before).filter(({ call }) => call === 'GET /users/subscribers')).toEqual([]);
  });

  it('stays and says that the line cannot be shown', async () => {
    await signIn([mainLine, subLine]);
    const { user, path } = renderApp('/en/select-account');
    const choice = await screen.findByRole('button', { name: /Driver/ });
    server.use(http.get(api('/users/current'), () => refuse(503, { message: 'Not now' })));
    await user.click(choice);
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(path()).toBe('/en/select-account');
  });

  it('is open to signed-in customers only', async () => {
    const { path } = renderApp('/en/select-account');
    await waitFor(() => expect(path()).toBe('/en/login'));
  });
});
