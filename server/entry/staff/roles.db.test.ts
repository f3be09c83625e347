import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayAsStaff, type StaffPermission, staffAccess, staffRoles } from "@/server/domain/people/access";
import type { Duty } from "@/server/domain/people/duties";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "./door";
import { staffRouter } from "./router";

interface Procedure {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly meta?: { readonly access: StaffPermission };
  };
}

const procedures = Object.entries(staffRouter._def.procedures as unknown as Record<string, Procedure>);

/** Reading procedures that only prepare a change, which auditors do not make. */
const unreadByAuditors: readonly string[] = [];

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("every procedure names a permission of the access table", () => {
  expect(procedures.length).toBeGreaterThan(5);
  for (const [path, { _def }] of procedures) expect(Object.keys(staffAccess), path).toContain(_def.meta?.access);
});

const doors = new Map<string, ReturnType<typeof createStaffContext>>();

/** Returns the context of a person with a role; all calls of the role share the session. */
const openDoor = (role: (typeof staffRoles)[number]): ReturnType<typeof createStaffContext> => {
  const door = doors.get(role) ?? createStaffContext(world.ctx, role);
  doors.set(role, door);
  return door;
};

test("an auditor reads everything, and may call nothing that changes something except for the own sign-in", () => {
  const mine = procedures.filter(([, { _def }]) => mayAsStaff("auditor", _def.meta!.access));
  const changing = mine.filter(([, { _def }]) => _def.type === "mutation").map(([path]) => path);
  expect(changing.filter((path) => !path.startsWith("self."))).toEqual([]);
  const unread = procedures.filter((one) => one[1]._def.type === "query" && !mine.includes(one));
  expect(unread.map(([path]) => path)).toEqual(unreadByAuditors);
});

/** Calls a procedure with an input that none accepts: only a user who may call it gets an input error. */
const call = async (path: string, role: (typeof staffRoles)[number] | null, duty: Duty | null = null) => {
  const door = await openDoor(role ?? "admin");
  const session = role === null || !door.session ? null : { ...door.session, duty };
  const procedure = path
    .split(".")
    .reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      createCallerFactory(staffRouter)({ ...door, session }),
    );
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(Symbol("an input that no procedure accepts"));
    return "done";
  } catch (error) {
    return (error as { message: string }).message;
  }
};

describe.each(procedures)("%s", (path, { _def: { meta } }) => {
  test("401 without a session", async () => {
    expect(await call(path, null)).toBe("unauthorized");
  });

  test.each(staffRoles)("answers %s as the access table says", async (role) => {
    const answer = await call(path, role);
    if (mayAsStaff(role, meta!.access)) expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
  });

  test.each(["password", "passkey"] as const)("403 while %s is due, except for doing it", async (duty) => {
    const answer = await call(path, "admin", duty);
    if (meta!.access === "self.manage") expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
  });
});
