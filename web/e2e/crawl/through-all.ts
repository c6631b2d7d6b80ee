/** Checks the pages one after the other, and reports all defects together. */
export async function throughAll(
  pages: readonly string[],
  look: (address: string) => Promise<string[]>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const address of pages) {
    const found = await look(address).catch((error: unknown) => [String(error).slice(0, 1200)]);
    findings.push(...found.map((fault) => `${address}: ${fault}`));
  }
  return findings;
}
