import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type {
  BlockCountry,
  BlockedNumber,
  LineSim,
  NumberSettingChange,
  NumberSettings,
} from '@/api/gen-lines';
import { simInfo } from '@/testing/lines';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const base: NumberSettings = {
  subscription_id: 'main',
  msisdn: '0570000003',
  language: {
    language_id: 'en',
    offered: [
      { language_id: 'en', texts: 'own' },
      { language_id: 'ur', texts: 'own' },
      { language_id: 'hi', texts: 'english' },
    ],
  },
  services: [
    { key: 'gprs', active: true },
    { key: 'roaming', active: true },
    { key: 'missed_call', active: true },
    { key: 'voicemail', active: false },
  ],
  promotions: { allow: true, except: { product: [] } },
  blocks: true,
  numbers: { blocked: 0, most: 50 },
  countries: { blocked: 0, most: 50 },
};

const primary: LineSim = {
  id: '01920000-0000-7000-8000-000000000001',
  name: '',
  monthly_fee: 0,
  type: 'esim',
  state: 'active',
  is_primary: true,
  iccid: '8996657000000000001',
  since: '2026-01-01T00:00:00Z',
};

const egypt: BlockCountry = {
  offerId: 'block-eg',
  country: 'EG',
  name: 'Egypt',
  dialCode: '20',
  blocked: false,
};

/** Plays the network: a change is pending in one answer, and then ends as `ends` says. */
class Network {
  now: NumberSettings;
  numbers: BlockedNumber[] = [];
  countries: BlockCountry[] = [];
  calls: { path: string; body: unknown }[] = [];
  ends: (asked: NumberSettingChange) => void = () => {};

  constructor(over: Partial<NumberSettings> = {}) {
    this.now = { ...base, ...over };
    const sim = (path: string) => api(`/users/current/sim/${path}`);
    server.use(
      http.get(sim('settings'), () => HttpResponse.json({ data: this.settled() })),
      http.get(sim('blockedNumbersList'), () => HttpResponse.json({ data: this.numbers })),
      http.get(sim('simBlockCountryList'), () => HttpResponse.json({ data: this.countries })),
      http.get(sim('allBlockCountryList'), () => HttpResponse.json({ data: [egypt] })),
    );
  }

  /** Accepts a call and sets the change that it requests. */
  takes(
    method: 'put' | 'post',
    path: string,
    asked: Pick<NumberSettingChange, 'kind' | 'item' | 'value'>,
    ends: (change: NumberSettingChange) => void,
  ): void {
    server.use(
      http[method](api(`/users/current/sim/${path}`), async ({ request }) => {
        this.calls.push({ path, body: await request.json() });
        const id = `c${this.calls.length}`;
        this.now = {
          ...this.now,
          change: { id, stage: 'pending', requestedAt: '2026-12-02T15:00:00Z', ...asked },
        };
        this.ends = ends;
        return HttpResponse.json({ data: this.now });
      }),
    );
  }

  private settled(): NumberSettings {
    const change = this.now.change;
    if (change?.stage === 'pending') {
      const ended: NumberSettingChange = { ...change, stage: 'done' };
      this.ends(ended);
      this.now = { ...this.now, change: ended };
    }
    return this.now;
  }
}

const opens = async (row: string) => {
  const { user } = renderApp('/en/number-settings');
  await user.click(await screen.findByRole('button', { name: row }));
  return { user, dialog: within(screen.getByRole('dialog')) };
};

it('shows each setting in a line', async () => {
  await signIn();
  new Network({ numbers: { blocked: 2, most: 50 } });
  renderApp('/en/number-settings');
  expect(await screen.findByText('Mobile data, Roaming and Missed-call notification')).toBeVisible();
  expect(screen.getByText('English')).toBeVisible();
  expect(screen.getByText('2 of 50 blocked')).toBeVisible();
  expect(screen.getByText('Allowed')).toBeVisible();
});

it('opens the SIM information in a popup, which leads to its page', async () => {
  await signIn();
  new Network();
  server.use(http.get(api('/users/current/sim/info'), () => HttpResponse.json({ data: simInfo([primary]) })));
  const { user } = renderApp('/en/number-settings');
  await user.click(await screen.findByRole('button', { name: 'Open: SIM information' }));
  const popup = await screen.findByRole('dialog', { name: 'SIM information' });
  expect(await within(popup).findByText(/8996657000000000001/)).toBeVisible();
  expect(within(popup).getByText('eSIM')).toBeVisible();
  expect(within(popup).getByRole('link', { name: 'All about my SIMs' })).toHaveAttribute(
    'href',
    '/en/sim-information',
  );
  await user.click(within(popup).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says in the popup that the SIM information failed, and asks again', async () => {
  await signIn();
  new Network();
  server.use(http.get(api('/users/current/sim/info'), () => refuse(409, { message: 'Not now' })));
  const { user } = renderApp('/ar/number-settings');
  await user.click(await screen.findByRole('button', { name: /معلومات الشريحة/ }));
  expect(await screen.findByText('Not now')).toBeVisible();
  server.use(http.get(api('/users/current/sim/info'), () => HttpResponse.json({ data: simInfo([primary]) })));
  await user.click(screen.getByRole('button', { name: 'حاول مرة أخرى' }));
  expect(await screen.findByText(/8996657000000000001/)).toBeVisible();
});

it('explains the end of a line in a popup before its steps', async () => {
  await signIn();
  new Network();
  const { user } = renderApp('/en/number-settings');
  await user.click(await screen.findByRole('button', { name: 'Open: Deactivate the number' }));
  const popup = await screen.findByRole('dialog', { name: 'Deactivate the number' });
  expect(within(popup).getByText(/Your line ends for good/)).toBeVisible();
  expect(within(popup).getByRole('link', { name: 'See what I lose' })).toHaveAttribute(
    'href',
    '/en/deactivate-number',
  );
  await user.click(within(popup).getByRole('button', { name: 'Keep my line' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that all services are off, and offers nothing to block on a line for data', async () => {
  await signIn();
  new Network({
    blocks: false,
    services: [
      { key: 'gprs', active: false },
      { key: 'roaming', active: false },
    ],
  });
  renderApp('/en/number-settings');
  expect(await screen.findByText('All services are off')).toBeVisible();
  expect(screen.getByText(/it receives no calls, so there are no callers to block/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change the blocked numbers' })).toBeNull();
});

it('asks again after a failure', async () => {
  await signIn();
  server.use(http.get(api('/users/current/sim/settings'), () => refuse(503, { message: 'Not now' })));
  const { user } = renderApp('/en/number-settings');
  expect(await screen.findByRole('alert', {}, { timeout: 10_000 })).toHaveTextContent('Not now');
  new Network();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Allowed')).toBeVisible();
});

it('switches a service, and shows live that the network accepted it', async () => {
  await signIn();
  const network = new Network();
  const { user, dialog } = await opens('Change the services');
  network.takes('put', 'settings', { kind: 'service', item: 'roaming', value: 'off' }, () => {
    network.now = {
      ...network.now,
      services: base.services.map((s) => (s.key === 'roaming' ? { ...s, active: false } : s)),
    };
  });
  await user.click(dialog.getByRole('switch', { name: /Roaming/ }));
  expect(network.calls).toEqual([{ path: 'settings', body: { key: 'roaming', operation: 'deactivate' } }]);
  expect(await dialog.findByText('Roaming: being changed')).toBeVisible();
  expect(dialog.getByRole('switch', { name: /Mobile data/ })).toBeDisabled();
  expect(await dialog.findByText('Roaming: changed', {}, { timeout: 4_000 })).toBeVisible();
  expect(dialog.getByRole('switch', { name: /Roaming/ })).not.toBeChecked();
});

it('resets a switch that the network refused, and says why', async () => {
  await signIn();
  const network = new Network();
  const { user, dialog } = await opens('Change the services');
  network.takes('put', 'settings', { kind: 'service', item: 'voicemail', value: 'on' }, (change) => {
    change.stage = 'refused';
    change.refusal = { messageKey: 'setting_refused', message: 'The network did not take the change.' };
  });
  const voicemail = dialog.getByRole('switch', { name: /Voicemail/ });
  await user.click(voicemail);
  await waitFor(() => expect(voicemail).toBeChecked());
  expect(await dialog.findByRole('alert', {}, { timeout: 4_000 })).toHaveTextContent(
    'Voicemail: not changedThe network did not take the change.',
  );
  expect(voicemail).not.toBeChecked();
});

it('sets the language, and names the languages without texts', async () => {
  await signIn();
  const network = new Network();
  const { user, dialog } = await opens('Change the communication language');
  expect(dialog.getByRole('radio', { name: /Hindi/ }).closest('label')).toHaveTextContent(
    /messages come in English/,
  );
  network.takes('put', 'languages', { kind: 'language', item: '', value: 'ur' }, () => {
    network.now = { ...network.now, language: { ...base.language, language_id: 'ur' } };
  });
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(dialog.getByRole('radio', { name: /Urdu/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(network.calls).toEqual([{ path: 'languages', body: { language_id: 'ur' } }]);
  expect(await dialog.findByText('Communication language: changed', {}, { timeout: 4_000 })).toBeVisible();
});

it('blocks a number, refuses an invalid one, and unblocks after a confirmation', async () => {
  await signIn();
  const network = new Network();
  const { user, dialog } = await opens('Change the blocked numbers');
  expect(await dialog.findByText('You have not blocked any numbers.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Block the number' }));
  expect(dialog.getByText('Enter the number that you want to block.')).toBeVisible();
  server.use(
    http.put(api('/users/current/sim/blockNumber'), () =>
      refuse(422, { messageKey: 'blocked_number_emergency', message: 'This is an emergency number.' }),
    ),
  );
  await user.type(dialog.getByLabelText('Number to block'), '911');
  await user.click(dialog.getByRole('button', { name: 'Block the number' }));
  expect(await dialog.findByText('This is an emergency number.')).toBeVisible();

  const blocked = { countryCode: '966', blockMSISDN: '512345678', since: '2026-12-02T15:00:00Z' };
  network.takes('put', 'blockNumber', { kind: 'number', item: '966512345678', value: 'on' }, () => {
    network.numbers = [blocked];
  });
  await user.clear(dialog.getByLabelText('Number to block'));
  await user.type(dialog.getByLabelText('Number to block'), '0512345678');
  await user.click(dialog.getByRole('button', { name: 'Block the number' }));
  expect(network.calls[0]?.body).toEqual({ blockMSISDN: '0512345678', countryCode: '966' });
  const row = await dialog.findByRole('list', { name: 'Numbers that you block' }, { timeout: 4_000 });
  expect(row).toHaveTextContent('+966 512345678');

  network.takes('put', 'unblockNumber', { kind: 'number', item: '966512345678', value: 'off' }, () => {
    network.numbers = [];
  });
  await user.click(dialog.getByRole('button', { name: /Unblock .*512345678/ }));
  expect(network.calls).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: /Yes, unblock/ }));
  expect(await dialog.findByText('You have not blocked any numbers.', {}, { timeout: 4_000 })).toBeVisible();
});

it('reads the list again after each change', async () => {
  await signIn();
  const network = new Network();
  network.numbers = [
    { countryCode: '966', blockMSISDN: '512345678', since: '2026-12-02T15:00:00Z' },
    { countryCode: '966', blockMSISDN: '512345679', since: '2026-12-02T15:00:00Z' },
  ];
  server.use(
    http.put(api('/users/current/sim/unblockNumber'), async ({ request }) => {
      const { blockMSISDN } = (await request.json()) as BlockedNumber;
      network.numbers = network.numbers.filter((one) => one.blockMSISDN !== blockMSISDN);
      const change: NumberSettingChange = {
        id: blockMSISDN,
        kind: 'number',
        item: `966${blockMSISDN}`,
        value: 'off',
        stage: 'done',
        requestedAt: '2026-12-02T15:00:00Z',
      };
      network.now = { ...network.now, change };
      return HttpResponse.json({ data: network.now });
    }),
  );
  const { user, dialog } = await opens('Change the blocked numbers');
  for (const left of [1, 0]) {
    await user.click((await dialog.findAllByRole('button', { name: /^Unblock/ }))[0] as HTMLElement);
    await user.click(dialog.getByRole('button', { name: /^Yes/ }));
    await waitFor(() => expect(dialog.queryAllByText(/\+966 5123456/)).toHaveLength(left));
  }
});

it('finds a blocked number, or says that there is none', async () => {
  await signIn();
  const network = new Network();
  network.numbers = ['512345678', '598765432', '555555555', '566666666'].map((blockMSISDN) => ({
    countryCode: '966',
    blockMSISDN,
    since: '2026-12-02T15:00:00Z',
  }));
  const { user, dialog } = await opens('Change the blocked numbers');
  const search = await dialog.findByRole('searchbox', { name: 'Search your blocked numbers' });
  await user.type(search, '0598');
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  await user.type(search, '111');
  expect(dialog.getByText('None of your blocked numbers matches.')).toBeVisible();
});

it('blocks a country by its offer', async () => {
  await signIn();
  const network = new Network();
  const { user, dialog } = await opens('Change the blocked countries');
  expect(await dialog.findByText('You have not blocked any countries.')).toBeVisible();
  network.takes('put', 'blockCountry', { kind: 'country', item: 'EG', value: 'on' }, () => {
    network.countries = [{ ...egypt, blocked: true }];
  });
  await user.click(dialog.getByRole('button', { name: 'Block the country' }));
  expect(dialog.getByText('Choose the country that you want to block.')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Country to block'), 'block-eg');
  await user.click(dialog.getByRole('button', { name: 'Block the country' }));
  expect(network.calls).toEqual([{ path: 'blockCountry', body: { offerId: 'block-eg' } }]);
  expect(await dialog.findByText('Egypt: changed', {}, { timeout: 4_000 })).toBeVisible();
  expect(await dialog.findByRole('button', { name: 'Unblock Egypt' })).toBeVisible();
});

it('blocks promotional calls with exceptions', async () => {
  await signIn();
  const network = new Network();
  const { user, dialog } = await opens('Change promotional calls');
  network.takes('post', 'blockPromoCalls', { kind: 'promotions', item: '', value: 'block:games' }, () => {
    network.now = { ...network.now, promotions: { allow: false, except: { product: ['games'] } } };
  });
  await user.click(dialog.getByRole('radio', { name: /No, block/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'Games' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(network.calls).toEqual([
    { path: 'blockPromoCalls', body: { allow: false, except: { product: ['games'] } } },
  ]);
  expect(await dialog.findByText('Promotional calls: changed', {}, { timeout: 4_000 })).toBeVisible();
});

it('says why the settings cannot be changed', async () => {
  await signIn();
  new Network({ obstacle: { messageKey: 'line_change_just_now', message: 'Another change is being made.' } });
  renderApp('/en/number-settings');
  expect(await screen.findByText('Another change is being made.')).toBeVisible();
});

it('shows the roaming switch on the roaming page', async () => {
  await signIn();
  const network = new Network();
  server.use(http.get(api('/roaming/countries'), () => HttpResponse.json({ data: [] })));
  const { user } = renderApp('/en/roaming-rates');
  const roaming = await screen.findByRole('switch', { name: /Roaming/ });
  network.takes('put', 'settings', { kind: 'service', item: 'roaming', value: 'off' }, () => {
    network.now = { ...network.now, services: [{ key: 'roaming', active: false }] };
  });
  await user.click(roaming);
  expect(await screen.findByText('Roaming: changed', {}, { timeout: 4_000 })).toBeVisible();
  expect(screen.getByRole('switch', { name: /Roaming/ })).not.toBeChecked();
});
