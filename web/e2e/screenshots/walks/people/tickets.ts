import { attach, infected, picture } from '../../../support/files.ts';
import { elsewhere } from '../../../support/member.ts';
import { Requests } from '../../../support/pages/tickets.ts';
import { openConsole } from '../../../support/staff.ts';
import { problemsIn } from '../../../support/texts.ts';
import type { Walker } from '../../walker.ts';

/** A complaint with its mistakes, from both sides, the page of its state, and the form of a shop. */
export async function walkRequests({ page, browser, words, member, studio }: Walker): Promise<void> {
  const requests = new Requests(member);
  await requests.open('complaint');
  await member.button(words('tickets:complaint.submit')).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await studio.shoot('mistakes');
  await attach(member, infected);
  await page.getByText(problemsIn(member.language).attachment_infected, { exact: true }).waitFor();
  await attach(member, picture);
  await page.getByText(words('tickets:files.state.clean'), { exact: true }).waitFor();
  await studio.shoot('files');
  await member.button(words('tickets:files.remove', { name: infected.name })).click();
  await requests.complain();
  const reference = await requests.reference();
  await studio.shoot('written');

  const agent = await elsewhere(browser, member);
  await openConsole(agent, 'supervisor@selfcare.example', 'console?order=newest&kind=service-request');
  await agent.page.getByRole('link', { name: reference, exact: true }).waitFor();
  await studio.shoot('queue', agent.page);
  await agent.page.getByRole('link', { name: reference, exact: true }).click();
  await agent.field(words('console:ticket.text')).fill('A mast near you was repaired.');
  await attach(agent, { ...picture, name: 'masts.png' });
  await agent.button(words('tickets:files.remove', { name: 'masts.png' })).waitFor();
  await agent.page.getByText('masts.png', { exact: true }).waitFor();
  await studio.shoot('case', agent.page);
  await agent.button(words('console:ticket.action.answer')).click();
  await agent.page.getByText('A mast near you was repaired.', { exact: true }).first().waitFor();
  await agent.page.context().close();

  await requests.openByLink();
  await page.getByText('A mast near you was repaired.', { exact: true }).waitFor();
  await member.button(words('tickets:close.ask')).click();
  await page.getByRole('main').locator('summary').click();
  await studio.shoot('answered');
  await member.button(words('tickets:close.send')).click();
  await member.field(words('tickets:reopen.label')).waitFor();
  await studio.shoot('closed');

  await requests.open('support-inquiry');
  await member.field(words('tickets:reference')).fill(reference);
  await member.field(words('tickets:complaint.contactNumber')).fill(requests.contact);
  await member.button(words('tickets:inquiry.submit')).click();
  await page.getByText(words('tickets:types.calls')).waitFor();
  await studio.shoot('inquiry');
  await requests.open('reseller');
  await member.field(words('tickets:reseller.company')).waitFor();
  await studio.shoot('reseller');
  await requests.open('support-chat');
  await page.frameLocator('iframe').getByRole('textbox').waitFor();
  await studio.shoot('chat');
  await member.goTo('customer-complaints-app');
  await member.field(words('tickets:complaint.fullName')).waitFor();
  await studio.shoot('in-app');
  await member.goTo(`service-request/${reference}#${'a'.repeat(43)}`);
  await member.heading(words('tickets:unknown.title')).waitFor();
  await studio.shoot('unknown');
}
