import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Secret } from "@/server/domain/secret";
import { processGlobal } from "@/server/process-global";
import { withRequest } from "@/server/request-store";
import { traceId } from "@/server/testing/doors/requests";
import { sendWaitingMail } from "@/server/testing/receivers/scripted-mail";
import { newPerson } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findDeviceId } from "./device-cookie";
import {
  handleAddressProof,
  handleDevice,
  handleDeviceLink,
  handleForgottenPassword,
  handleNewPassword,
  handlePasswordLink,
} from "./mailed-link-requests";

const held = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => held.context }));

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  held.context = { ...world.ctx, env: { rateLimitMultiplier: 1, authSecret: new Secret("a secret of this test") } };
});
afterAll(() => world.close());

/** Forgets what was counted. */
function forgetCounts(): void {
  processGlobal("rateLimits").value = undefined;
}
beforeEach(forgetCounts);

const ours = { origin: "http://api.test", "x-vezne-page": "1", "content-type": "application/json" };

async function post(handle: (request: Request) => Promise<Response>, input: object, headers: object = ours) {
  const target = "/panel/password/ask";
  const request = new Request(`http://api.test${target}`, {
    method: "POST",
    headers: { ...headers },
    body: JSON.stringify(input),
  });
  const facts = { sourceIp: "192.0.2.7", traceId, nonce: "", origin: "api" as const, pageStatus: null };
  const answer = await withRequest({ ...facts, method: "POST", target }, () => handle(request));
  return {
    status: answer.status,
    text: await answer.text(),
    retryAfter: answer.headers.get("retry-after"),
    cookie: answer.headers.get("set-cookie"),
  };
}

const ask = (email: string) => post(handleForgottenPassword("panel"), { email });

test("asking is answered the same for a known and an unknown address, also when there were too many", async () => {
  const { email } = await newPerson(world.ctx);
  const known = [];
  for (let n = 0; n < 6; n += 1) known.push(await ask(email));
  forgetCounts();
  const unknown = [];
  for (let n = 0; n < 6; n += 1) unknown.push(await ask("nobody@shop.test"));
  expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(known[0]?.text).toBe("{}");
  expect(unknown).toEqual(known);
});

test("asking from one network for many addresses is refused after ten", async () => {
  const answers = [];
  for (let n = 0; n < 11; n += 1) answers.push((await ask(`somebody-${n}@shop.test`)).status);
  expect(answers.slice(9)).toEqual([200, 429]);
});

test("the answer does not wait for the look-up of the address", async () => {
  const { email } = await newPerson(world.ctx);
  const background = vi.fn();
  held.context = { ...held.context, background };
  expect((await ask(email)).status).toBe(200);
  expect(background).toHaveBeenCalledTimes(1);
  await background.mock.calls[0]?.[0];
  held.context = { ...held.context, background: world.ctx.background };
});

test("requests of other sites and of forms are refused before anything is read", async () => {
  const ofPasswords = [handleForgottenPassword, handlePasswordLink, handleNewPassword];
  const handlers = [...ofPasswords, handleAddressProof, handleDeviceLink, handleDevice];
  for (const handler of handlers) {
    for (const headers of [
      { ...ours, origin: "https://evil.example" },
      { ...ours, "x-vezne-page": "0" },
    ]) {
      expect((await post(handler("panel"), { email: "a@b.test", token: "t" }, headers)).status).toBe(403);
    }
  }
});

test("a link shows the address and sets the password, and a bad password is named", async () => {
  const { email } = await newPerson(world.ctx, "staff");
  await post(handleForgottenPassword("staff"), { email });
  await world.settled();
  await sendWaitingMail(world.ctx);
  const token = new URL(world.mail.latest("password_reset", email).url).hash.slice(1);
  expect(JSON.parse((await post(handlePasswordLink("staff"), { token })).text)).toEqual({ email });
  const weak = await post(handleNewPassword("staff"), { token, password: "password1" });
  expect([weak.status, JSON.parse(weak.text).error.code]).toEqual([400, "validation_error"]);
  const done = await post(handleNewPassword("staff"), { token, password: "a long walk by the sea" });
  expect([done.status, done.cookie]).toEqual([200, expect.stringMatching(/^__Host-device-staff=/)]);
  expect((await post(handlePasswordLink("staff"), { token })).status).toBe(404);
});

test("a mailed link makes the browser a known one, once, and only at its door (D-310)", async () => {
  const { email } = await newPerson(world.ctx);
  expect(await post(handleDeviceLink("panel"), { email: "nobody@shop.test" })).toMatchObject({
    status: 200,
    text: "{}",
  });
  expect(await post(handleDeviceLink("panel"), { email })).toMatchObject({ status: 200, text: "{}", cookie: null });
  await world.settled();
  await sendWaitingMail(world.ctx);
  const { url } = world.mail.latest("device_link", email);
  expect(url).toMatch(/\/panel\/device#/);
  const token = new URL(url).hash.slice(1);
  expect((await post(handleDevice("staff"), { token })).status).toBe(404);
  const made = await post(handleDevice("panel"), { token });
  expect(JSON.parse(made.text)).toEqual({ email });
  const headers = { get: (name: string) => (name === "cookie" ? (made.cookie?.split(";")[0] ?? "") : null) };
  const key = { door: "panel", authSecret: "a secret of this test" } as const;
  expect(findDeviceId(headers, key, email, new Date())).not.toBeNull();
  expect(await post(handleDevice("panel"), { token })).toMatchObject({ status: 404, cookie: null });
});
