import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayAsStaff, type StaffPermission, staffAccess, staffRoles } from "@/server/domain/people/access";
import { staffDoor } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "./door";
import { staffRouter } from "./router";

interface Procedure {
  readonly _def: { readonly meta?: { readonly access: StaffPermission } };
}

const procedures = Object.entries(staffRouter._def.procedures as unknown as Record<string, Procedure>);

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("there are procedures, and each names a permission of the table", () => {
  expect(procedures.length).toBeGreaterThan(5);
  for (const [path, { _def }] of procedures)
    expect(Object.keys(staffAccess), path).toContain(_def.meta?.access);
});

/** Calls a procedure with something that no procedure takes: whoever may call it hears that, everybody else does not. */
const call = async (
  path: string,
  role: (typeof staffRoles)[number] | null,
  mustSetUpSecondFactor = false,
) => {
  const door = await staffDoor(world.ctx, role ?? "admin");
  const session = role === null || !door.session ? null : { ...door.session, mustSetUpSecondFactor };
  const procedure = path
    .split(".")
    .reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      createCallerFactory(staffRouter)({ ...door, session }),
    );
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(Symbol("nobody takes this"));
    return "done";
  } catch (error) {
    return (error as { message: string }).message;
  }
};

describe.each(procedures)("%s", (path, { _def: { meta } }) => {
  test("401 for nobody", async () => {
    expect(await call(path, null)).toBe("unauthorized");
  });

  test.each(staffRoles)("as the table says for %s", async (role) => {
    const answer = await call(path, role);
    if (mayAsStaff(role, meta!.access)) expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
  });

  test("403 until there is a second factor, where one is wanted, but for setting it up", async () => {
    const answer = await call(path, "admin", true);
    if (meta!.access === "self.manage") expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
  });
});
