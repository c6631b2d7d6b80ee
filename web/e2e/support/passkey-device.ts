import type { CDPSession, Page } from '@playwright/test';

/** A device that stores passkeys and verifies its owner: Chromium's virtual authenticator. */
export class PasskeyDevice {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async in(page: Page): Promise<PasskeyDevice> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new PasskeyDevice(session, authenticatorId);
  }

  /** Sets whether the owner is present for the verification. */
  ownerThere = (isUserVerified: boolean) =>
    this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });

  async passkeys(): Promise<number> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }
}
