import { afterEach, expect, test } from "vitest";
import type { OutgoingMail } from "@/server/domain/mail/mail-sending";
import { Secret } from "@/server/domain/secret";
import { openSmtpServer } from "@/server/testing/receivers/smtp-server";
import { createSmtpSender } from "./smtp-sender";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const timeouts = { connectMs: 1_000, silenceMs: 1_000, wholeMs: 3_000 };
const from = { name: "Vezne Ödeme", address: "no-reply@vezne.example" };

async function open(answers: Readonly<Record<string, string>> = {}, login = "") {
  const server = await openSmtpServer(answers);
  closing.push(server.close);
  const url = new Secret(server.url.replace("smtp://", `smtp://${login}`));
  return { server, sender: createSmtpSender({ url, from, timeouts }) };
}

const mail: OutgoingMail = {
  id: "mail_1",
  to: "ayse@shop.test",
  language: "tr",
  at: new Date("2026-11-27T09:00:00.000Z"),
  content: {
    kind: "password_reset",
    values: { door: "panel", url: "https://panel.example.com/panel/password/new#t", until: "2026-11-27T10:00:00.000Z" },
  },
};

test("a mail is sent as text and HTML, with the Message-ID of its row and the sender's name", async () => {
  const { server, sender } = await open({}, "user:pass%20word@");
  expect(await sender.send(mail)).toEqual({ kind: "sent" });
  const [taken] = server.taken;
  expect(taken).toMatchObject({ from: "no-reply@vezne.example", to: "ayse@shop.test" });
  expect(taken?.data).toContain("Message-ID: <mail_1@vezne.example>");
  expect(taken?.data).toContain("Date: Fri, 27 Nov 2026 09:00:00 +0000");
  expect(taken?.data).toContain("Auto-Submitted: auto-generated");
  expect(taken?.data).toMatch(/Content-Type: multipart\/alternative/);
  expect(taken?.data).toMatch(/Content-Type: text\/plain; charset=utf-8[\s\S]*Content-Type: text\/html; charset=utf-8/);
  const sent = server.commands.find((line) => line.startsWith("AUTH PLAIN "))?.slice("AUTH PLAIN ".length) ?? "";
  expect(Buffer.from(sent, "base64").toString()).toBe("\u0000user\u0000pass word");
});

test.each([
  ["the recipient", { RCPT: "550 5.1.1 no such user" }],
  ["the message", { END: "554 5.7.1 refused" }],
])("a refusal of %s is final", async (_what, answers) => {
  const { sender } = await open(answers);
  expect(await sender.send(mail)).toMatchObject({ kind: "refused" });
});

test.each([
  ["is busy", { RCPT: "450 4.2.0 try later" }],
  ["refuses the connection with a final code", { GREETING: "554 5.7.1 not today" }],
  ["refuses the password with a final code", { AUTH: "535 5.7.8 wrong password" }],
  ["closes the connection", { DATA: "close" }],
  ["does not answer the message", { END: "hang" }],
  ["never greets", { GREETING: "hang" }],
])("a server that %s is asked again later", async (_what, answers) => {
  const { sender } = await open(answers, "user:pass@");
  expect(await sender.send(mail)).toMatchObject({ kind: "failed" });
});

test("a server that nobody reaches is asked again later", async () => {
  const { server, sender } = await open();
  await server.close();
  expect(await sender.send(mail)).toMatchObject({ kind: "failed" });
});

test("nothing is said in the clear to another machine: without STARTTLS no mail leaves", async () => {
  const { server } = await open();
  // The name leads to this machine, but is not one of its own names.
  const url = new Secret(server.url.replace("127.0.0.1", "127.0.0.2").replace("smtp://", "smtp://user:pass@"));
  const outcome = await createSmtpSender({ url, from, timeouts }).send(mail);
  expect(outcome).toMatchObject({ kind: "failed" });
  expect(server.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
});
