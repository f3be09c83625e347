import { expect, test } from "../support/browser";
import { approvedCard } from "../support/cards";
import { askLink, choicesFor, open, payLink, readPageState } from "../support/link-buyer";

// Tests which requests count as an opening of the link by a buyer (D-9).

const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1";

const unopened: [name: string, headers: Record<string, string>, method?: string][] = [
  ["WhatsApp's preview", { "User-Agent": "WhatsApp/2.23.20.0 A" }],
  ["Facebook's and iMessage's preview", { "User-Agent": "facebookexternalhit/1.1 Facebot Twitterbot/1.0" }],
  ["Slack's preview", { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }],
  ["Telegram's preview", { "User-Agent": "TelegramBot (like TwitterBot)" }],
  ["a search engine", { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
  ["a prefetch", { "User-Agent": safari, "Sec-Purpose": "prefetch;prerender" }],
  ["an older prefetch", { "User-Agent": safari, Purpose: "prefetch" }],
  ["an image", { "User-Agent": safari, "Sec-Fetch-Dest": "image" }],
  ["a HEAD", { "User-Agent": safari }, "HEAD"],
];

test("200 without an opening for previews, prefetches, HEAD, images, the QR code and the status", async ({
  merchant,
}) => {
  const link = await merchant.createdLink();
  for (const [name, headers, method = "GET"] of unopened) {
    expect((await askLink(link, "", { method, headers })).status, name).toBe(200);
  }
  expect((await askLink(link, "/qr.svg")).status).toBe(200);
  expect(await readPageState(link)).toBe("open");
  expect(await choicesFor(link, approvedCard)).toHaveLength(6);
  expect(await merchant.link(link.id)).toMatchObject({
    status: "pending",
    firstOpenedAt: null,
    lastOpenedAt: null,
  });
});

test("counts openings by a browser, curl and Node's fetch, and keeps the first and the last time", async ({
  merchant,
}) => {
  for (const headers of [
    { "User-Agent": safari, "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" },
    { "User-Agent": "curl/8.5.0" },
    { "User-Agent": "node", "Sec-Fetch-Mode": "cors" },
  ]) {
    const link = await merchant.createdLink();
    await open(link, "", { headers });
    const first = await merchant.link(link.id);
    expect(first).toMatchObject({ status: "launched", firstOpenedAt: expect.any(String) });
    expect(first.lastOpenedAt).toBe(first.firstOpenedAt);
    await open(link, "?lang=en", { headers });
    const second = await merchant.link(link.id);
    expect(second.firstOpenedAt).toBe(first.firstOpenedAt);
    expect(Date.parse(second.lastOpenedAt ?? "")).toBeGreaterThan(Date.parse(first.lastOpenedAt ?? ""));
  }
});

test("does not record openings of a paid or cancelled link", async ({ merchant }) => {
  const paid = await merchant.createdLink();
  await payLink(paid);
  const cancelled = await merchant.createdLink();
  await merchant.cancelLink(cancelled.id);
  for (const { id, url } of [paid, cancelled]) {
    const before = await merchant.link(id);
    await open({ url });
    expect(await merchant.link(id)).toEqual(before);
  }
});
