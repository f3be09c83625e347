import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { findUser, readCookie, signInToPanel } from "../support/panel";
import { other, sandbox } from "../support/product";
import { openSessionCookie } from "../support/session";

/** The protection of panel and back office: S6, S7, S12, S13, S14, S16, and the separation of their cookies. */

const url = (path: string) => new URL(path, sandbox.apiUrl).href;

/** Sends a request from the test itself, with exactly these headers. */
const send = async (path: string, headers: Record<string, string> = {}, body?: string, method?: string) => {
  const init: RequestInit = {
    headers,
    redirect: "manual",
    method: method ?? (body === undefined ? "GET" : "POST"),
  };
  const answer = await fetch(url(path), body === undefined ? init : { ...init, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const query = (path: string, input: unknown) =>
  `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
const ourPage = () => ({
  Origin: new URL(sandbox.apiUrl).origin,
  "Content-Type": "application/json",
  "x-vezne-page": "1",
});
const asStaff = async (page: Page) => {
  const [user] = sandbox.staff;
  await page.goto(url("/staff/sign-in"));
  await page.getByLabel("E-mail", { exact: true }).fill(user?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(user?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((at) => at.pathname === "/staff");
};

test("401 or the sign-in page without a session, also with the header of the framework's middleware", async () => {
  const posing = { "x-middleware-subrequest": Array(5).fill("middleware").join(":") };
  const source = { "x-middleware-subrequest": Array(5).fill("src/middleware").join(":") };
  for (const headers of [{}, posing, source]) {
    for (const path of ["/api/trpc/payment.list", "/api/staff/trpc/partner.find", query("self.get", null)]) {
      expect((await send(path, headers)).status, path).toBe(401);
    }
    for (const path of [
      "/panel",
      "/panel/payments",
      "/panel/developers/requests",
      "/staff",
      "/staff/partners/prt_demo",
    ]) {
      const answer = await send(path, headers);
      expect(answer.status, path).toBe(307);
      expect(answer.headers.get("location")).toMatch(/\/(panel|staff)\/sign-in/);
    }
    expect((await send("/panel/api/trpc/payment.list", headers)).status).not.toBe(200);
  }
});

test("the cookie belongs to this host only, is hidden from scripts, new at each sign-in, and invalid after signing out", async ({
  browser,
}) => {
  const page = await signInToPanel(browser, findUser("support", other));
  const [session] = (await page.context().cookies(sandbox.apiUrl)).filter(({ name }) => name === "__Host-vezne-panel");
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  expect(session?.domain.startsWith(".")).toBe(false);
  const cookie = await readCookie(page);
  expect((await send(query("self.get", null), { Cookie: cookie })).status).toBe(200);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/panel\/sign-in/);
  expect((await send(query("self.get", null), { Cookie: cookie })).status).toBe(401);
});

test("403 for a change that does not come from our pages; nothing changes", async () => {
  const Cookie = await openSessionCookie(findUser("owner", other));
  const body = JSON.stringify({ json: { name: "Made from elsewhere" } });
  const change = (headers: Record<string, string>, text = body) =>
    send("/api/trpc/key.create", { Cookie, ...headers }, text);
  const { Origin, ...withoutOrigin } = ourPage();
  const { "x-vezne-page": _, ...withoutHeader } = ourPage();
  const refused: readonly Record<string, string>[] = [
    { ...ourPage(), Origin: "https://evil.example" },
    { ...ourPage(), Origin: "null" },
    withoutOrigin,
    withoutHeader,
    { ...ourPage(), "Content-Type": "text/plain" },
    { ...ourPage(), "Content-Type": "application/x-www-form-urlencoded" },
    { ...ourPage(), "Sec-Fetch-Site": "cross-site" },
    { ...ourPage(), "Sec-Fetch-Site": "same-site" },
  ];
  for (const headers of refused) expect((await change(headers)).status, JSON.stringify(headers)).toBe(403);
  const asReading = await send(query("key.create", { name: "Made from elsewhere" }), { Cookie });
  expect(asReading.status).toBe(405);
  const overridden = await send(query("key.create", { name: "x" }), {
    Cookie,
    "X-HTTP-Method-Override": "POST",
  });
  expect(overridden.status).toBe(405);
  for (const method of ["PUT", "DELETE", "PATCH"]) {
    expect((await send("/api/trpc/key.create", { Cookie, ...ourPage() }, body, method)).status).toBeGreaterThanOrEqual(
      400,
    );
  }
  const { text } = await send(query("key.list", null), { Cookie });
  expect(text).not.toContain("Made from elsewhere");
  expect(Origin).toBe(new URL(sandbox.apiUrl).origin);
});

test("signing in requires the sign-in page's token and a request from our pages", async () => {
  const { email, password } = findUser("support", other);
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const fields = new URLSearchParams({ email, password, json: "true" }).toString();
  const elsewhere = await send("/api/auth/callback/credentials", { ...form, Origin: "https://evil.example" }, fields);
  expect(elsewhere.status).toBe(403);
  const { Origin } = ourPage();
  const withoutToken = await send("/api/auth/callback/credentials", { ...form, Origin }, fields);
  expect(withoutToken.headers.getSetCookie().join()).not.toContain("__Host-vezne-panel=ey");
  expect((await send("/api/auth/session")).status).toBe(404);
});

test("415 for a sign-in that is not a form, with any content", async () => {
  const { Origin } = ourPage();
  for (const [type, body] of [
    ["application/json", "{"],
    ["application/json", '{"email":{"a":1}}'],
    ["text/plain", "email=a"],
  ] as const) {
    const answer = await send("/api/auth/callback/credentials", { "Content-Type": type, Origin }, body);
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "unsupported_media_type" } });
  }
});

test("403 for a refund by support; each call of a batch is authorised separately", async () => {
  const Cookie = await openSessionCookie(findUser("support", other));
  const refund = { json: { key: randomUUID(), paymentCode: "pay_x", amount: null, method: "auto" } };
  const answer = await send("/api/trpc/refund.start", { Cookie, ...ourPage() }, JSON.stringify(refund));
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.text).error.json.data.code).toBe("access_denied");
  const input = encodeURIComponent(JSON.stringify({ 0: { json: null }, 1: { json: null } }));
  const batch = await send(`/api/trpc/account.get,team.list?batch=1&input=${input}`, { Cookie });
  const [account, team] = JSON.parse(batch.text);
  expect(account.result).toBeDefined();
  expect([team.result, team.error.json.data.code]).toEqual([undefined, "access_denied"]);
});

test("no page contains data that the role may not see", async () => {
  const Cookie = await openSessionCookie(findUser("support", other));
  const [key] = other.apiKeys;
  for (const path of [
    "/panel/team",
    "/panel/payouts",
    "/panel/developers",
    "/panel/developers/requests",
    "/panel/developers/webhooks",
  ]) {
    const { status, text } = await send(path, { Cookie });
    expect(status, path).toBe(200);
    expect(text).toContain("support@other.test");
    for (const hidden of ["owner@other.test", "developer@other.test", key.slice(0, 16), "TR33"]) {
      expect(text.includes(hidden), `${path}: ${hidden}`).toBe(false);
    }
  }
});

test("panel and back office refuse each other's cookie", async ({ browser }) => {
  const merchant = await openSessionCookie(findUser("owner", other));
  const page = await browser.newPage({ locale: "en-GB" });
  await asStaff(page);
  const staff = await readCookie(page);
  const find = `/api/staff/trpc/partner.find?input=${encodeURIComponent(JSON.stringify({ json: { text: "" } }))}`;
  expect((await send(find, { Cookie: staff })).status).toBe(200);
  expect((await send(find, { Cookie: merchant })).status).toBe(401);
  expect((await send(find, { Cookie: merchant.replaceAll("vezne-panel", "vezne-staff") })).status).toBe(401);
  expect((await send(query("self.get", null), { Cookie: staff })).status).toBe(401);
  const renamed = staff.replaceAll("vezne-staff", "vezne-panel");
  expect((await send(query("self.get", null), { Cookie: renamed })).status).toBe(401);
  expect((await send("/staff", { Cookie: merchant })).status).toBe(307);
  expect((await send("/panel", { Cookie: staff })).status).toBe(307);
});

test("every response of panel and back office has the security headers and no-store", async () => {
  for (const path of [
    "/panel",
    "/panel/sign-in",
    "/staff/sign-in",
    "/api/trpc/self.get",
    "/api/auth/csrf",
    "/api/staff/auth/csrf",
  ]) {
    const { headers } = await send(path);
    expect(headers.get("strict-transport-security"), path).toMatch(
      /max-age=(3153600\d|[4-9]\d{7,}).*includeSubDomains/,
    );
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control"), path).toContain("no-store");
  }
});
