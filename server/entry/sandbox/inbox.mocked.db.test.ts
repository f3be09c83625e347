import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Secret } from "@/server/domain/secret";
import { withRequest } from "@/server/request-store";
import { traceId } from "@/server/testing/doors/requests";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { handleSandbox } from "./handle";
import { handleInbox } from "./inbox";

const held = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => held.context }));

const key = "sandbox-key-of-the-test";
let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  held.context = { ...world.ctx, env: { sandboxKey: new Secret(key), origins: { bank: "http://bank.test" } } };
  await keep("mail_1", "a@shop.test", "First");
  world.clock.advanceMs(1000);
  await keep("mail_2", "b@shop.test", "<script>alert(1)</script>");
});
afterAll(() => world.close());

const text = "Open https://panel.test/panel/invitation#t1 now <b>";

/** Keeps a mail as the sender of a sandbox does. */
const keep = (id: string, recipient: string, subject: string) =>
  world.db.prisma.sandboxMail.create({
    data: {
      id,
      recipient,
      at: world.clock.now(),
      content: world.ctx.vault.seal(
        `sandbox-mail:${id}`,
        JSON.stringify({ subject, text, html: "<p>x</p>", attachments: [] }),
      ),
    },
  });

async function ask(
  path: string,
  authorization: string,
  handle = path.includes("/inbox") ? handleInbox : handleSandbox,
) {
  const facts = { sourceIp: "192.0.2.1", traceId, nonce: "n1", origin: "api" as const, pageStatus: null };
  const request = new Request(`http://api.test${path}`, { headers: { authorization, "accept-language": "en" } });
  const answer = await withRequest({ ...facts, method: "GET", target: path }, () => handle(request));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString("base64")}`;

describe("GET /sandbox/mail", () => {
  test("lists the mails that would have left, the newest first, with exactly these fields", async () => {
    const answer = await ask("/sandbox/mail", `Bearer ${key}`);
    expect(answer.status).toBe(200);
    const { items } = JSON.parse(answer.text);
    expect(items.map(({ id }: { id: string }) => id)).toEqual(["mail_2", "mail_1"]);
    expect(items[1]).toEqual({
      id: "mail_1",
      at: new Date(world.clock.now().getTime() - 1000).toISOString(),
      to: "a@shop.test",
      subject: "First",
      text,
      html: "<p>x</p>",
      attachments: [],
    });
  });

  test("lists those to an address in any case, and none for another address", async () => {
    const list = async (to: string) => JSON.parse((await ask(`/sandbox/mail?to=${to}`, `Bearer ${key}`)).text).items;
    expect(await list("A@Shop.test")).toHaveLength(1);
    expect(await list("nobody@shop.test")).toEqual([]);
  });

  test("the database does not show what a mail says", async () => {
    const rows = await world.db.prisma.sandboxMail.findMany();
    for (const { content } of rows) expect(Buffer.from(content).toString("latin1")).not.toContain("invitation");
  });
});

describe("the inbox page", () => {
  test("needs the sandbox key as the password, for which the browser asks", async () => {
    for (const wrong of ["", basic("wrong"), `Bearer ${key}`, "Basic !"]) {
      const answer = await ask("/sandbox/mail/inbox", wrong);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe('Basic realm="sandbox mail", charset="UTF-8"');
      expect(answer.text).not.toContain("shop.test");
    }
  });

  test("lists the mails and shows one, escaped, with links that can be opened and without a script", async () => {
    const list = await ask("/sandbox/mail/inbox", basic(key));
    expect(list.status).toBe(200);
    expect(list.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(list.text).toContain('href="/sandbox/mail/inbox?mail=mail_1#mail"');
    const read = await ask("/sandbox/mail/inbox?mail=mail_1", basic(key));
    expect(read.text).toContain('<a href="https://panel.test/panel/invitation#t1">');
    expect(read.text).toContain("now &lt;b&gt;");
    expect(read.text).not.toContain("<script");
    expect(read.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'nonce-n1'");
  });

  test("is not there in live mode", async () => {
    const context = held.context;
    held.context = { ...context, env: { sandboxKey: undefined, origins: {} } };
    expect((await ask("/sandbox/mail/inbox", basic(key))).status).toBe(404);
    expect((await ask("/sandbox/mail", `Bearer ${key}`)).status).toBe(404);
    held.context = context;
  });
});
