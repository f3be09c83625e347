import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { minutes, systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { codeText } from "@/server/domain/fields";
import { panelDoor } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { act, createCallerFactory, read, router } from "../panel/door";

const tried = router({
  read: read("payment.read").query(() => "read"),
  fail: read("payment.read").query(() => {
    throw new Error("select * from secrets");
  }),
  take: read("payment.read")
    .input(z.object({ name: codeText(8) }))
    .query(({ input }) => input.name),
  change: act("key.write").mutation(async ({ ctx: { audit } }) => {
    await audit.begin({ subject: "key_1", detail: { name: "till" } });
    audit.note({ detail: { name: "till", prefix: "sk_test_1" } });
  }),
  refuse: act("key.write").mutation(async ({ ctx: { audit } }) => {
    await audit.begin({ subject: "key_2" });
    throw new AppError("not_found", "of somebody else");
  }),
  silent: act("key.write").mutation(() => "done"),
  weighty: act("key.write", { isWeighty: true }).mutation(({ ctx: { audit } }) => audit.begin({})),
});

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const callerOf = async (role: "owner" | "support") => {
  const door = await panelDoor(world.ctx, role);
  return { door, call: createCallerFactory(tried)(door) };
};

/** Why it was refused: the code of the catalogue, and the status that the library will give it. */
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw new Error(`It was not refused: ${String(error)}`);
  return { status: error.code, cause: error.cause as AppError };
};

/** Entries of the last action of this name, as they follow each other. */
const entriesOf = (action: string) =>
  world.db.prisma.auditEntry.findMany({ where: { action }, orderBy: { number: "asc" } });

describe("a procedure that reads", () => {
  test("answers whoever has its permission", async () => {
    const { call } = await callerOf("support");
    expect(await call.read()).toBe("read");
  });

  test("unauthorized without a session", async () => {
    const { door } = await callerOf("owner");
    const call = createCallerFactory(tried)({ ...door, session: null });
    expect(await refusalOf(call.read())).toMatchObject({
      status: "UNAUTHORIZED",
      cause: { code: "unauthorized" },
    });
  });

  test("internal_error for what nobody expected, without a word of it", async () => {
    const { call } = await callerOf("owner");
    const { status, cause } = await refusalOf(call.fail());
    expect([status, cause.code, cause.message]).toEqual([
      "INTERNAL_SERVER_ERROR",
      "internal_error",
      "internal_error",
    ]);
  });

  test("validation_error says which field, in the caller's language, and not its value", async () => {
    const { door, call } = await callerOf("owner");
    const long = { name: "123456789" };
    expect((await refusalOf(call.take(long))).cause.details.message).toBe("name: max 8 characters");
    const turkish = createCallerFactory(tried)({ ...door, language: "tr" });
    expect((await refusalOf(turkish.take(long))).cause.details.message).toBe("name: en çok 8 karakter");
  });
});

describe("a procedure that changes something", () => {
  test("is on record before it is done, and again with what became of it", async () => {
    const { call, door } = await callerOf("owner");
    await call.change();
    const entries = await entriesOf("change");
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

  test("is on record with the code by which it was refused", async () => {
    const { call } = await callerOf("owner");
    expect((await refusalOf(call.refuse())).status).toBe("NOT_FOUND");
    expect((await entriesOf("refuse")).map(({ outcome, code }) => [outcome, code])).toEqual([
      ["begun", null],
      ["refused", "not_found"],
    ]);
  });

  test("access_denied for another role, on record as well", async () => {
    const { call } = await callerOf("support");
    expect(await refusalOf(call.weighty())).toMatchObject({
      status: "FORBIDDEN",
      cause: { code: "access_denied" },
    });
    expect((await entriesOf("weighty")).map(({ outcome, code }) => [outcome, code])).toEqual([
      ["refused", "access_denied"],
    ]);
  });

  test("internal_error when it begins no entry: no change goes unrecorded", async () => {
    const { call } = await callerOf("owner");
    expect((await refusalOf(call.silent())).cause.code).toBe("internal_error");
  });

  test("reauthentication_required when the password was given a quarter of an hour ago, not a moment before", async () => {
    const { door } = await callerOf("owner");
    const ago = (ms: number) => {
      const confirmedAt = new Date(systemClock.now().getTime() - ms);
      return createCallerFactory(tried)({
        ...door,
        session: door.session && { ...door.session, confirmedAt },
      });
    };
    await ago(minutes(15) - 5_000).weighty();
    expect(await refusalOf(ago(minutes(15)).weighty())).toMatchObject({
      status: "FORBIDDEN",
      cause: { code: "reauthentication_required" },
    });
  });
});
