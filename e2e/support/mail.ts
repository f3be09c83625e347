import { expect, request } from "@playwright/test";
import { sandbox } from "./product";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Waits for a mail to an address with a subject, as the sandbox keeps it, and returns it. */
export async function readMail(to: string, subject: string): Promise<Mail> {
  const caller = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${sandbox.sandboxKey}` } });
  try {
    let found: Mail | undefined;
    await expect(async () => {
      const answer = await caller.get(`${sandbox.apiUrl}/sandbox/mail?${new URLSearchParams({ to })}`);
      const { items } = (await answer.json()) as { items: readonly Mail[] };
      found = items.find((mail) => mail.subject === subject);
      expect(found, subject).toBeDefined();
    }).toPass();
    if (!found) throw new Error(`No mail ${subject} came to ${to}`);
    return found;
  } finally {
    await caller.dispose();
  }
}
