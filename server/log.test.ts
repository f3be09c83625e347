import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import { createLog } from "./log";
import { noProcessTelemetry, setTelemetry } from "./telemetry/telemetry";

const captureLines = (write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-log-"));
  const file = join(folder, "logs/vezne.log");
  write(createLog({ file }));
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
};
const pan = "5528790000000008";

test("redacts secrets by field name at any depth, and by type", () => {
  const [line] = captureLines((log) =>
    log.info({
      headers: { Authorization: "Bearer sk_test_1", cookie: "a=b", accept: "*/*" },
      body: {
        card: [{ pan, cv2: "123" }],
        paymentRef: "ref",
        nested: { deep: { password: "p", storeKey: "s" } },
      },
      wrapped: new Secret("s3cret"),
      token: "t",
    }),
  );
  expect(JSON.stringify(line)).not.toMatch(/sk_test_1|a=b|5528|"123"|"ref"|"p"|"s"|s3cret|"t"/);
  expect(line).toMatchObject({ headers: { accept: "*/*" }, wrapped: "[redacted]", token: "[redacted]" });
});

test.each(
  "cardNumber cvv cvc cvv2 cvc2 expireMonth expireYear md cavv xid eci encryptionKeys authSecret webhookSecret".split(
    " ",
  ),
)("redacts %s, in any case of its name", (name) => {
  const [line] = captureLines((log) => log.info({ [name]: "s3cret", bank: { [name.toUpperCase()]: ["s3cret"] } }));
  expect(line).toMatchObject({ [name]: "[redacted]", bank: { [name.toUpperCase()]: "[redacted]" } });
});

test("masks a card number in free text, also with spaces or hyphens", () => {
  const lines = captureLines((log) => {
    log.warn({ detail: `sent ${pan} to the bank` }, `declined ${pan}`);
    log.warn("5528 7900 0000 0008 and 5528-7900-0000-0008");
    log.error({ err: new Error(`bad ${pan}`, { cause: new Error(pan) }) });
  });
  expect(JSON.stringify(lines)).not.toMatch(/5528/);
  expect(lines[0]).toMatchObject({ detail: "sent [card] to the bank", msg: "declined [card]" });
});

test("keeps other numbers: trace ids, order ids, amounts", () => {
  const facts = {
    traceId: "0123456789012345678901234567890a",
    order: "ORD-5528790000000008",
    amount: 1_234_567_890_123n,
  };
  const [line] = captureLines((log) => log.info(facts, "1234567890123456"));
  expect(line).toMatchObject({ ...facts, amount: "1234567890123", msg: "1234567890123456" });
});

test("control characters do not break a line (S29)", () => {
  const text = 'x\r\n{"level":"info","msg":"forged"}\u001b[31m';
  const lines = captureLines((log) => log.info({ text }, text));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ text, msg: text });
});

test("keeps an error's message, stack, code and cause, and no other field", () => {
  const error = Object.assign(new Error("refused", { cause: new TypeError("inner") }), {
    code: "E1",
    config: { pan },
  });
  const [line] = captureLines((log) => log.error({ err: error }));
  expect(line?.err).toMatchObject({
    type: "Error",
    message: "refused",
    code: "E1",
    cause: { type: "TypeError" },
  });
  expect(line?.err).not.toHaveProperty("config");
});

test("cuts a circular entry at a fixed depth", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(JSON.stringify(captureLines((log) => log.info({ circular })))).toContain("[too deep]");
});

test("names the recorded trace, and no trace where none is recorded", () => {
  setTelemetry({ ...noProcessTelemetry, traceId: () => "0af7651916cd43dd8448eb211c80319c" });
  const [traced] = captureLines((log) => log.info({}, "a line"));
  setTelemetry(noProcessTelemetry);
  expect(traced).toMatchObject({ otelTraceId: "0af7651916cd43dd8448eb211c80319c" });
  const [untraced] = captureLines((log) => log.info({}, "a line"));
  expect(untraced).not.toHaveProperty("otelTraceId");
});
