import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStaffContext } from "@/server/testing/world/panel";
import { newPerson } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
const createCaller = createCallerFactory(staffRouter);
let caller: ReturnType<typeof createCaller>;
let userId = "";
beforeAll(async () => {
  world = await openTestWorld();
  caller = createCaller(await createStaffContext(world.ctx, "admin"));
  userId = (await newPerson(world.ctx, "staff")).id;
});
afterAll(() => world.close());

/** Calls a procedure and returns its problem with each field, e.g. `reason: blank`. */
async function faultsOf(path: string, input: unknown): Promise<string[]> {
  const procedure = path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller);
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(input);
    return ["accepted"];
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: object };
    const faults = (cause as { details?: { faults?: { path: string[]; problem: string }[] } } | undefined)?.details
      ?.faults;
    return faults?.map(({ path: at, problem }) => `${at.join(".")}: ${problem}`) ?? [message];
  }
}

const entries = () => world.db.prisma.auditEntry.count();

/** Texts that no reason and no note may be, with the problem of each. */
const badTexts = (max: number): [string, unknown, string][] => [
  ["missing", undefined, "required"],
  ["no text", 7, "text"],
  ["empty", "", "blank"],
  ["blank", " \n\t ", "blank"],
  ["too long", "a".repeat(max + 1), `max_characters ${max}`],
  ["a control character", "a\u0000b", "control_characters"],
  ["half a character", "\ud800", "unicode"],
  ["a card number", "4355 0800 0000 0005", "card_number"],
  ["a text with a card number", "kart 4355080000000005", "card_number"],
  ["digits like a card number", "4355 0800 0000 0006", "sensitive"],
  ["an IBAN", "TR33 0006 1005 1978 6457 8413 26", "sensitive"],
];

/** A form with a reason or a note: the field, its greatest length, and the rest of the input. */
const forms: [string, string, number, () => object][] = [
  ["people.changeRole", "reason", 300, () => ({ userId, role: "support" })],
  ["people.remove", "reason", 300, () => ({ userId })],
  ["people.resetSecondFactor", "reason", 300, () => ({ userId })],
  ["viewing.start", "reason", 300, () => ({ partnerId: "prt_ours" })],
  ["approval.reject", "note", 500, () => ({ changeId: "chg_x" })],
  ["alert.close", "note", 500, () => ({ alertId: "alr_x" })],
];

describe.each(forms)("%s", (path, field, max, rest) => {
  test.each(badTexts(max))(`refuses a ${field} that is %s, and records nothing`, async (_name, value, problem) => {
    const before = await entries();
    expect(await faultsOf(path, { ...rest(), [field]: value })).toEqual([`${field}: ${problem}`]);
    expect(await entries()).toBe(before);
  });
});

describe("an invitation of a colleague", () => {
  test.each([
    ["", "email"],
    ["zeynep", "email"],
    ["zeynep@", "email"],
    ["@vezne.test", "email"],
    ["zeynep@vezne", "email"],
    ["zey nep@vezne.test", "email"],
    ["a@vezne.test, b@vezne.test", "email"],
    ["a@vezne.test\nbcc: b@vezne.test", "email"],
    [`${"a".repeat(250)}@vezne.test`, "email"],
    [null, "text"],
  ])("is refused for the address %j", async (email, problem) => {
    const before = await entries();
    const faults = await faultsOf("people.invite", { email, role: "auditor" });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^email: (${problem}|blank|control_characters|max_characters)`));
    expect(await entries()).toBe(before);
  });

  test.each(["owner", "Admin", "", null, 1])("is refused for the role %j", async (role) => {
    const faults = await faultsOf("people.invite", { email: "yeni@vezne.test", role });
    expect(faults).toEqual(["role: choice"]);
  });

  test("is refused for a colleague who is one already, in any case of letters, which the audit log records", async () => {
    const { email } = await newPerson(world.ctx, "staff");
    expect(await faultsOf("people.invite", { email: email.toUpperCase(), role: "auditor" })).toEqual(["email_taken"]);
    const last = await world.db.prisma.auditEntry.findFirstOrThrow({
      where: { action: "people.invite" },
      orderBy: { number: "desc" },
    });
    expect(last).toMatchObject({ outcome: "refused", code: "email_taken" });
  });
});

describe("an identifier", () => {
  test.each([
    ["people.changeRole", { userId: "usr_none", role: "support", reason: "x" }],
    ["people.remove", { userId: "usr_none", reason: "x" }],
    ["people.resetSecondFactor", { userId: "usr_none", reason: "x" }],
    ["people.revokeInvitation", { invitationId: "siv_none" }],
    ["approval.approve", { changeId: "chg_none" }],
    ["approval.reject", { changeId: "chg_none", note: "x" }],
    ["approval.withdraw", { changeId: "chg_none" }],
    ["viewing.start", { partnerId: "prt_none", reason: "x" }],
    ["audit.ofPartner", { partnerId: "prt_none" }],
  ])("of no record is answered with not_found by %s", async (path, input) => {
    expect(await faultsOf(path, input)).toEqual(["not_found"]);
  });

  test.each([
    ["people.remove", "userId", { reason: "x" }],
    ["people.revokeInvitation", "invitationId", {}],
    ["approval.approve", "changeId", {}],
    ["viewing.start", "partnerId", { reason: "x" }],
  ])("that is no text, empty or too long is refused by %s", async (path, field, rest) => {
    for (const value of [undefined, 7, {}, "", "a".repeat(65), "a\u0000"]) {
      const faults = await faultsOf(path, { ...rest, [field]: value });
      expect(faults).toHaveLength(1);
      expect(faults[0]?.startsWith(`${field}: `), String(value)).toBe(true);
    }
  });
});

test("a list of the audit log refuses unknown outcomes, times and cursors", async () => {
  for (const input of [{ outcome: "maybe" }, { at: { from: "yesterday" } }, { cursor: 7 }, { text: "a".repeat(255) }]) {
    const faults = await faultsOf("audit.list", input);
    expect(faults.length, JSON.stringify(input)).toBeGreaterThan(0);
    expect(faults, JSON.stringify(input)).not.toContain("accepted");
    expect(faults, JSON.stringify(input)).not.toContain("internal_error");
  }
});
