import { describe, expect, test } from "vitest";
import { Secret } from "../secret";
import { describeChange, hideSensitiveTexts } from "./changes";

describe("the fields of a change", () => {
  test("are those of `after` that differ; a field that was not given is no change", () => {
    const row = { id: "trm_1", name: "Main", active: true, note: "kept" };
    expect(describeChange(row, { name: "Second", active: true, note: undefined })).toEqual({
      before: { name: "Main" },
      after: { name: "Second" },
    });
  });

  test("are all fields of a new record, and all fields of a removed one", () => {
    expect(describeChange(null, { role: "support", note: null })).toEqual({
      before: {},
      after: { role: "support", note: null },
    });
    expect(describeChange({ role: "support" }, null)).toEqual({ before: { role: "support" }, after: {} });
  });

  test("amounts and instants are texts, and equal ones are no change", () => {
    const [early, late] = [new Date("2026-11-25T09:00:00Z"), new Date("2026-11-26T09:00:00Z")];
    expect(
      describeChange(
        { limitKurus: 5_000n, from: early, until: early },
        { limitKurus: 9_000n, from: new Date(early), until: late },
      ),
    ).toEqual({
      before: { limitKurus: "5000", until: "2026-11-25T09:00:00.000Z" },
      after: { limitKurus: "9000", until: "2026-11-26T09:00:00.000Z" },
    });
  });

  test("inside an object have names with dots; lists are compared as a whole", () => {
    const before = { limits: { daily: 1n, weekly: 7n }, counts: [1, 2], hours: [{ from: 9, until: 18 }] };
    const after = { limits: { daily: 2n, weekly: 7n }, counts: [1, 3], hours: [{ from: 9, until: 18 }] };
    expect(describeChange(before, after)).toEqual({
      before: { "limits.daily": "1", counts: ["1", "2"] },
      after: { "limits.daily": "2", counts: ["1", "3"] },
    });
  });
});

describe("a secret", () => {
  const change = (name: string, before: unknown, after: unknown) =>
    describeChange({ [name]: before }, { [name]: after });

  test.each(["storeKey", "webhookSecret", "password", "tokenHash", "credentials", "totpSecret"])(
    "is not shown where the field is named %s",
    (name) => {
      expect(change(name, "old-value", "new-value")).toEqual({
        before: { [name]: "[redacted]" },
        after: { [name]: "[redacted]" },
      });
    },
  );

  test("is not shown inside an object or a list that is named otherwise", () => {
    const { before, after } = describeChange(
      { bank: { storeKey: "one" }, users: [{ name: "api", password: "two" }] },
      { bank: { storeKey: "three" }, users: [{ name: "api", password: "four" }] },
    );
    expect(before).toEqual({ "bank.storeKey": "[redacted]", users: ['{"name":"api","password":"[redacted]"}'] });
    expect(JSON.stringify(after)).not.toMatch(/three|four/);
  });

  test("is not shown as bytes or as a Secret, which always counts as changed", () => {
    expect(change("sealedText", Uint8Array.of(1), Uint8Array.of(1))).toEqual({ before: {}, after: {} });
    expect(change("blob", Uint8Array.of(1), Uint8Array.of(2)).after).toEqual({ blob: "[redacted]" });
    expect(change("given", null, new Secret("x")).after).toEqual({ given: "[redacted]" });
  });

  test("is shortened where the text is an IBAN or a card number", () => {
    expect(change("account", null, "TR330006100519786457841326").after).toEqual({ account: "TR33…1326" });
    expect(change("text", null, ["4111 1111 1111 1111"]).after).toEqual({ text: ["4111…1111"] });
  });
});

test("a very long text is cut", () => {
  const { after } = describeChange(null, { note: "a".repeat(5_000) });
  expect(after).toEqual({ note: `${"a".repeat(1_000)}…` });
});

describe("the facts of an action", () => {
  test("keep four characters at each end of a card number or an IBAN, wherever it stands", () => {
    const detail = {
      reason: "4355 0800 0000 0005",
      count: 3,
      names: ["TR330006100519786457841326", "a name"],
      after: { note: "4355080000000005", held: true, since: null },
    };
    expect(hideSensitiveTexts(detail)).toEqual({
      reason: "4355…0005",
      count: 3,
      names: ["TR33…1326", "a name"],
      after: { note: "4355…0005", held: true, since: null },
    });
  });
});
