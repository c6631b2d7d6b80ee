import { attach, expectDownload, infected, picture } from '../support/files.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodPage } from '../support/looks.ts';
import { elsewhere, Member } from '../support/member.ts';
import { Requests } from '../support/pages/tickets.ts';
import { openConsole } from '../support/staff.ts';
import { problemsIn } from '../support/texts.ts';
import { forEachVisitor } from '../support/visitors.ts';

forEachVisitor((language) => {
  test('a complaint is written, answered from the console, read by its link, closed and opened again', async ({
    page,
    browser,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const requests = new Requests(member);
    await requests.open('complaint');
    await expectGoodPage(page, language);
    await requests.complain();
    await expect(member.heading(words('tickets:written.title'))).toBeFocused();
    await expectGoodPage(page, language);
    const reference = await requests.reference();

    const agent = await elsewhere(browser, member);
    await openConsole(agent, 'supervisor@selfcare.example', 'console?order=newest&kind=service-request');
    await agent.page.getByRole('link', { name: reference, exact: true }).click();
    await agent.page.getByText(requests.text, { exact: true }).waitFor();
    await expectGoodPage(agent.page, language);
    await agent.field(words('console:ticket.text')).fill('A mast near you was repaired.');
    await agent.button(words('console:ticket.action.answer')).click();
    await expect(
      agent.page.getByText('A mast near you was repaired.', { exact: true }).first(),
    ).toBeVisible();
    await agent.page.context().close();

    await requests.openByLink();
    await expect(page.getByText('A mast near you was repaired.', { exact: true })).toBeVisible();
    await expectGoodPage(page, language);
    await member.button(words('tickets:close.ask')).click();
    await member.button(words('tickets:close.send')).click();
    await member.field(words('tickets:reopen.label')).fill('They drop again.');
    await expectGoodPage(page, language);
    await member.button(words('tickets:reopen.send')).click();
    await expect(member.field(words('tickets:reply.label'))).toBeVisible();

    await requests.open('support-inquiry');
    await member.field(words('tickets:reference')).fill(reference);
    await member.field(words('tickets:complaint.contactNumber')).fill('0550000000');
    await member.button(words('tickets:inquiry.submit')).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await member.field(words('tickets:complaint.contactNumber')).fill(requests.contact);
    await member.button(words('tickets:inquiry.submit')).click();
    await expect(page.getByText(words('tickets:types.calls'))).toBeVisible();
    await expectGoodPage(page, language);
  });

  test('files come with a complaint, are opened by both sides, and one with a virus is refused', async ({
    page,
    browser,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const requests = new Requests(member);
    await requests.open('complaint');
    await attach(member, infected);
    await expect(page.getByText(problemsIn(language).attachment_infected, { exact: true })).toBeVisible();
    await expect(member.button(words('tickets:complaint.submit'))).toBeDisabled();
    await expectGoodPage(page, language);
    await member.button(words('tickets:files.remove', { name: infected.name })).click();
    await attach(member, picture);
    await expect(page.getByText(words('tickets:files.state.clean'), { exact: true })).toBeVisible();
    await expectGoodPage(page, language);
    await requests.complain();
    const reference = await requests.reference();

    const agent = await elsewhere(browser, member);
    await openConsole(agent, 'supervisor@selfcare.example', 'console?order=newest&kind=service-request');
    await agent.page.getByRole('link', { name: reference, exact: true }).click();
    await expectDownload(agent, picture);
    await agent.field(words('console:ticket.text')).fill('This is the map of your masts.');
    await attach(agent, { ...picture, name: 'masts.png' });
    await expect(agent.page.getByText('masts.png', { exact: true })).toBeVisible();
    await expectGoodPage(agent.page, language);
    await agent.button(words('console:ticket.action.answer')).click();
    await expectDownload(agent, { ...picture, name: 'masts.png' });
    await agent.page.context().close();

    await requests.openByLink();
    await expectDownload(member, picture);
    await expectDownload(member, { ...picture, name: 'masts.png' });
    await expectGoodPage(page, language);
  });

  test('a shop asks to sell for us, and an app shows the complaint without header and footer', async ({
    page,
    words,
    simulator,
  }) => {
    const member = new Member(page, language, words, simulator);
    const requests = new Requests(member);
    await requests.open('reseller');
    await member.field(words('tickets:reseller.company')).fill('Desert Phones');
    await member.field(words('tickets:reseller.landline')).fill('123');
    await member.field(words('tickets:reseller.mobile')).fill(requests.contact);
    await member.field(words('tickets:reseller.address')).fill('King Road 1, Riyadh');
    await member.field(words('tickets:reseller.area')).fill('Near the market');
    await member.button(words('tickets:reseller.submit')).click();
    await expect(page.getByText(words('tickets:reseller.landlineError'))).toBeVisible();
    await expectGoodPage(page, language);
    await member.field(words('tickets:reseller.landline')).fill('0112345678');
    await member.button(words('tickets:reseller.submit')).click();
    await expect(page.getByText(/^RS[0-9]{10}$/)).toBeVisible();

    await requests.open('support-chat');
    const chat = page.frameLocator(`iframe[title="${words('tickets:chat.frame')}"]`);
    await chat.getByRole('textbox').fill('Hello');
    await chat.getByRole('button').click();
    await expect(chat.getByRole('status')).toBeVisible();
    await expectGoodPage(page, language);

    await member.goTo('customer-complaints-app');
    await expect(member.heading(words('tickets:complaint.title'))).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expectGoodPage(page, language);
    // The previous number received a message about a request within this minute.
    await new Requests(member).complain();
    await expect(page.getByText(/^CR[0-9]{10}$/)).toBeVisible();
  });
});
