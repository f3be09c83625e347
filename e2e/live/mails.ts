import { expect } from "@playwright/test";
import type { Installation } from "./installation";

/** Waits for a mail to an address and returns the link in it that begins with an address. */
export async function readMailedLink({ mail }: Installation, to: string, begin: string): Promise<string> {
  let link: string | undefined;
  await expect(() => {
    const texts = mail.taken.filter((one) => one.to === to).map(({ data }) => decodeQuotedPrintable(data));
    link = texts.flatMap((text) => text.split(/[\s<>"]+/)).find((word) => word.startsWith(begin));
    expect(link, `a mail to ${to} with a link to ${begin}`).toBeDefined();
  }).toPass();
  return link ?? "";
}

const decodeQuotedPrintable = (text: string): string => text.replaceAll("=\r\n", "").replaceAll("=3D", "=");
