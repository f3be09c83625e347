import { describe, expect, test } from "vitest";
import { keyForm, newKeyInput, sandboxKeyInput, toLastDay } from "./new-key";

const draft = {
  name: "Kasa",
  scopes: ["payments:read" as const, "refunds:write" as const],
  endsOn: null,
  networks: "",
  hasRefundLimit: false,
  refundLimit: null,
  handedTo: [],
};

/** Returns the fields with a problem and the problems. */
const problems = (changes: object) =>
  keyForm.safeParse({ ...draft, ...changes }).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

describe("the form", () => {
  test("ends a key at the end of the day in Istanbul, and reads that day from the end", () => {
    const { expiresAt } = keyForm.parse({ ...draft, endsOn: "2026-12-31" });
    expect(expiresAt?.toISOString()).toBe("2026-12-31T21:00:00.000Z");
    expect(toLastDay(expiresAt as Date)).toBe("2026-12-31");
  });

  test("reads networks from lines, commas and blanks", () => {
    const networks = " 203.0.113.7\n2001:db8::/48, 192.0.2.0/24;\n\n";
    expect(keyForm.parse({ ...draft, networks }).allowedIps).toEqual(["203.0.113.7", "2001:db8::/48", "192.0.2.0/24"]);
  });

  test("keeps a limit only for a key that may refund and while the limit is on", () => {
    const limited = { ...draft, hasRefundLimit: true, refundLimit: 500n };
    expect(keyForm.parse(limited).refundLimit).toBe(500n);
    expect(keyForm.parse({ ...limited, hasRefundLimit: false }).refundLimit).toBeNull();
    expect(keyForm.parse({ ...limited, scopes: ["payments:read"] }).refundLimit).toBeNull();
  });

  test.each([
    [{ name: " " }, "name blank"],
    [{ name: "5528 7900 0000 0008" }, "name sensitive"],
    [{ scopes: [] }, "scopes list_size 1 8"],
    [{ networks: "203.0.113.7 shop.example" }, "networks ip_network"],
    [{ networks: "10.0.0.1 ".repeat(51) }, "networks list_size 0 50"],
    [{ hasRefundLimit: true }, "refundLimit integer_between 1"],
    [{ hasRefundLimit: true, refundLimit: 0n }, "refundLimit integer_between 1"],
  ])("refuses a form: %#, $1", (changes, problem) => {
    expect(problems(changes)).toEqual([expect.stringContaining(problem)]);
  });
});

test("an empty list of rights is refused at every door, and one that is left out is none", () => {
  for (const schema of [newKeyInput, sandboxKeyInput]) {
    expect(schema.safeParse({ name: "k", scopes: [] }).success).toBe(false);
    expect(schema.safeParse({ name: "k", scopes: ["payments:none"] }).success).toBe(false);
    expect(schema.parse({ name: "k", scopes: null })).toMatchObject({ scopes: null, refundLimit: null });
    expect(schema.parse({ name: "k" })).toMatchObject({ scopes: null, expiresAt: null, allowedIps: null });
  }
});
