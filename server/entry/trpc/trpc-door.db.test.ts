import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { minutes, systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { codeText } from "@/server/domain/fields";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory, mutationProcedure, queryProcedure, router } from "../panel/door";

const tried = router({
  read: queryProcedure("payment.read").query(() => "read"),
  show: queryProcedure("payment.read").query(() => ({
    items: [{ partnerTxCode: "4355 0800 0000 0005", rrn: "4355080000000005", createdAt: new Date(0) }],
  })),
  write: queryProcedure("payment.read")
    .input(z.object({ items: z.array(z.object({ note: z.string() })), password: z.string() }))
    .query(() => "written"),
  fail: queryProcedure("payment.read").query(() => {
    throw new Error("select * from secrets");
  }),
  take: queryProcedure("payment.read")
    .input(z.object({ name: codeText(8) }))
    .query(({ input }) => input.name),
  change: mutationProcedure("key.write").mutation(async ({ ctx: { audit } }) => {
    await audit.begin({ subject: "key_1", detail: { name: "till" } });
    audit.note({ detail: { name: "till", prefix: "sk_test_1" } });
  }),
  refuse: mutationProcedure("key.write").mutation(async ({ ctx: { audit } }) => {
    await audit.begin({ subject: "key_2" });
    throw new AppError("not_found", "The key is another account's");
  }),
  silent: mutationProcedure("key.write").mutation(() => "done"),
  weighty: mutationProcedure("key.write", { requiresReauthentication: true }).mutation(({ ctx: { audit } }) =>
    audit.begin({}),
  ),
});

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const createCaller = async (role: "owner" | "support") => {
  const door = await createPanelContext(world.ctx, role);
  return { door, call: createCallerFactory(tried)(door) };
};

/** Returns the catalogue code of a refusal, and the status that the library gives it. */
const readRefusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw new Error(`It was not refused: ${String(error)}`);
  return { status: error.code, cause: error.cause as AppError };
};

/** Returns the audit entries of an action, in order. */
const readEntries = (action: string) =>
  world.db.prisma.auditEntry.findMany({ where: { action }, orderBy: { number: "asc" } });

describe("a procedure that reads", () => {
  test("answers a user who has its permission", async () => {
    const { call } = await createCaller("support");
    expect(await call.read()).toBe("read");
  });

  test("unauthorized without a session", async () => {
    const { door } = await createCaller("owner");
    const call = createCallerFactory(tried)({ ...door, session: null });
    expect(await readRefusal(call.read())).toMatchObject({
      status: "UNAUTHORIZED",
      cause: { code: "unauthorized" },
    });
  });

  test("internal_error for an unexpected error, without its detail", async () => {
    const { call } = await createCaller("owner");
    const { status, cause } = await readRefusal(call.fail());
    expect([status, cause.code, cause.message]).toEqual(["INTERNAL_SERVER_ERROR", "internal_error", "internal_error"]);
  });

  test("validation_error names the field in the caller's language, and not its value", async () => {
    const { door, call } = await createCaller("owner");
    const long = { name: "123456789" };
    expect((await readRefusal(call.take(long))).cause.details.message).toBe("name: max 8 characters");
    const turkish = createCallerFactory(tried)({ ...door, language: "tr" });
    expect((await readRefusal(turkish.take(long))).cause.details.message).toBe("name: en çok 8 karakter");
  });
});

describe("a card number (D-284)", () => {
  test("is refused in any text of an input with its field, and not in a password", async () => {
    const { call } = await createCaller("owner");
    const note = "kart 4355 0800 0000 0005";
    const { status, cause } = await readRefusal(call.write({ items: [{ note: "x" }, { note }], password: "x" }));
    expect([status, cause.code]).toEqual(["BAD_REQUEST", "validation_error"]);
    expect(cause.details.faults).toEqual([{ path: ["items", 1, "note"], problem: "card_number" }]);
    expect(cause.details.message).toBe("items[1].note: must not be a card number; its last four digits are enough");
    expect(await call.write({ items: [{ note: "x" }], password: "4355080000000005" })).toBe("written");
  });

  test("is masked in a merchant's text of an answer, and the bank's reference stays", async () => {
    const { call } = await createCaller("owner");
    expect(await call.show()).toEqual({
      items: [{ partnerTxCode: "435508******0005", rrn: "4355080000000005", createdAt: new Date(0) }],
    });
  });
});

describe("a procedure that changes something", () => {
  test("is in the audit log before it is made, and again with its outcome", async () => {
    const { call, door } = await createCaller("owner");
    await call.change();
    const entries = await readEntries("change");
    expect(entries.map(({ outcome, subject, detail }) => [outcome, subject, detail])).toEqual([
      ["begun", "key_1", { name: "till" }],
      ["done", "key_1", { name: "till", prefix: "sk_test_1" }],
    ]);
    expect(new Set(entries.map(({ actionId }) => actionId)).size).toBe(1);
    expect(entries[0]).toMatchObject({
      scope: "prt_ours",
      actorId: door.session?.user.id,
      sourceIp: "127.0.0.1",
    });
  });

  test("is in the audit log with the code of its refusal", async () => {
    const { call } = await createCaller("owner");
    expect((await readRefusal(call.refuse())).status).toBe("NOT_FOUND");
    expect((await readEntries("refuse")).map(({ outcome, code }) => [outcome, code])).toEqual([
      ["begun", null],
      ["refused", "not_found"],
    ]);
  });

  test("access_denied for another role, which the audit log records as well", async () => {
    const { call } = await createCaller("support");
    expect(await readRefusal(call.weighty())).toMatchObject({
      status: "FORBIDDEN",
      cause: { code: "access_denied" },
    });
    expect((await readEntries("weighty")).map(({ outcome, code }) => [outcome, code])).toEqual([
      ["refused", "access_denied"],
    ]);
  });

  test("internal_error when it begins no audit entry, so no change is unrecorded", async () => {
    const { call } = await createCaller("owner");
    expect((await readRefusal(call.silent())).cause.code).toBe("internal_error");
  });

  test("reauthentication_required from 15 minutes after the password was given, not before", async () => {
    const { door } = await createCaller("owner");
    const ago = (ms: number) => {
      const confirmedAt = new Date(systemClock.now().getTime() - ms);
      return createCallerFactory(tried)({
        ...door,
        session: door.session && { ...door.session, confirmedAt },
      });
    };
    await ago(minutes(15) - 5_000).weighty();
    expect(await readRefusal(ago(minutes(15)).weighty())).toMatchObject({
      status: "FORBIDDEN",
      cause: { code: "reauthentication_required" },
    });
  });
});
