import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Secret } from "@/server/domain/secret";
import { withRequest } from "@/server/request-store";
import { keepMail } from "@/server/store/mail/sandbox-mail";
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
  const mail = { html: "<p>x</p>", attachments: [], text: "Open https://panel.test/panel/invitation#t1 now <b>" };
  const at = world.clock.now();
  const later = new Date(at.getTime() + 1000);
  const evil = "<script>alert(1)</script>";
  await keepMail(world.db, world.ctx.vault, { ...mail, id: "mail_1", at, to: "a@shop.test", subject: "First" });
  await keepMail(world.db, world.ctx.vault, { ...mail, id: "mail_2", at: later, to: "b@shop.test", subject: evil });
  await keepMail(world.db, world.ctx.vault, { ...mail, id: "mail_2", at: later, to: "b@shop.test", subject: "again" });
});
afterAll(() => world.close());

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
    const { status, text } = await ask("/sandbox/mail", `Bearer ${key}`);
    expect(status).toBe(200);
    const { items } = JSON.parse(text);
    expect(items.map(({ id }: { id: string }) => id)).toEqual(["mail_2", "mail_1"]);
    expect(items[1]).toEqual({
      id: "mail_1",
      at: world.clock.now().toISOString(),
      to: "a@shop.test",
      subject: "First",
      text: "Open https://panel.test/panel/invitation#t1 now <b>",
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
      const { status, headers, text } = await ask("/sandbox/mail/inbox", wrong);
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe('Basic realm="sandbox mail", charset="UTF-8"');
      expect(text).not.toContain("shop.test");
    }
  });

  test("lists the mails and shows one, escaped, with links that can be opened and without a script", async () => {
    const list = await ask("/sandbox/mail/inbox", basic(key));
    expect(list.status).toBe(200);
    expect(list.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(list.text).toContain('href="/sandbox/mail/inbox?mail=mail_1#mail"');
    const { text, headers } = await ask("/sandbox/mail/inbox?mail=mail_1", basic(key));
    expect(text).toContain('<a href="https://panel.test/panel/invitation#t1">');
    expect(text).toContain("now &lt;b&gt;");
    expect(text).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'nonce-n1'");
  });

  test("is not there in live mode", async () => {
    const context = held.context;
    held.context = { ...context, env: { sandboxKey: undefined, origins: {} } };
    expect((await ask("/sandbox/mail/inbox", basic(key))).status).toBe(404);
    expect((await ask("/sandbox/mail", `Bearer ${key}`)).status).toBe(404);
    held.context = context;
  });
});
