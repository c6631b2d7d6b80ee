import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const rules = {
  taken: true,
  most: 5,
  largest: 5 * 2 ** 20,
  types: ['image/jpeg', 'image/png', 'application/pdf'],
};
const file = { id: '01900000-0000-7000-8000-0000000000f1', name: 'bill.png', type: 'image/png', size: 2048 };

beforeEach(() => server.use(http.get(api('/support/attachments'), () => HttpResponse.json({ data: rules }))));

const picture = (name = 'bill.png', type = 'image/png') => new File(['picture'], name, { type });

async function opened() {
  const { user } = renderApp('/en/complaint');
  await screen.findByRole('button', { name: 'Add a file' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  // Some phones offer files of each kind.
  const add = (chosen: File) => fireEvent.change(input, { target: { files: [chosen] } });
  return { user, add };
}

it('uploads a file when it is added and sends its name with the complaint', async () => {
  let handed: unknown;
  server.use(
    http.post(api('/support/attachments'), async ({ request }) => {
      handed = await request.json();
      return HttpResponse.json({ data: { ...file, state: 'pending' } }, { status: 201 });
    }),
  );
  const { user, add } = await opened();
  add(picture());
  expect(await screen.findByText('Being checked for viruses')).toBeVisible();
  expect(handed).toEqual({ name: 'bill.png', type: 'image/png', content: btoa('picture') });
  expect(screen.getByRole('button', { name: 'Send the complaint' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Remove bill.png' }));
  expect(screen.queryByText('bill.png')).not.toBeInTheDocument();
});

it('shows the mistake beside a file, and waits until it is removed', async () => {
  server.use(
    http.post(api('/support/attachments'), () =>
      refuse(409, { messageKey: 'attachment_infected', message: 'The virus check refused this file.' }),
    ),
  );
  const { user, add } = await opened();
  add(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent('The virus check refused this file.');
  expect(screen.getByRole('button', { name: 'Send the complaint' })).toBeDisabled();
  expect(screen.getByText('Remove the file that was not accepted, then you can send.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove bill.png' }));
  expect(screen.getByRole('button', { name: 'Send the complaint' })).toBeEnabled();
});

it('leaves the check of a file’s type to the server', async () => {
  const types: unknown[] = [];
  server.use(
    http.post(api('/support/attachments'), async ({ request }) => {
      types.push(((await request.json()) as { type?: string }).type);
      return refuse(422, { messageKey: 'attachment_type_unknown', message: 'No picture and no PDF.' });
    }),
  );
  const { add } = await opened();
  add(picture('bill.pdf', 'application/x-pdf'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No picture and no PDF.');
  expect(types).toEqual(['application/x-pdf']);
});

it('hides the file field if files are off', async () => {
  server.use(
    http.get(api('/support/attachments'), () => HttpResponse.json({ data: { ...rules, taken: false } })),
  );
  renderApp('/en/complaint');
  await screen.findByRole('button', { name: 'Send the complaint' });
  expect(screen.queryByRole('button', { name: 'Add a file' })).not.toBeInTheDocument();
});
