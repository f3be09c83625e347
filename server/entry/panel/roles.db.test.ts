import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  mayInPanel,
  type PanelPermission,
  type PanelStanding,
  panelAccess,
  panelRoles,
} from "@/server/domain/people/access";
import type { Duty } from "@/server/domain/people/duties";
import { createPanelContext, createViewerContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "./door";
import { panelRouter } from "./router";

interface Procedure {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly meta?: { readonly access: PanelPermission; readonly requiresReauthentication: boolean };
  };
}

const procedures = Object.entries(panelRouter._def.procedures as unknown as Record<string, Procedure>);

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("every procedure names a permission of the access table", () => {
  expect(procedures.length).toBeGreaterThan(0);
  for (const [path, { _def }] of procedures) expect(Object.keys(panelAccess), path).toContain(_def.meta?.access);
});

/** Calls a procedure with an input that none accepts: only a user who may call it gets an input error. */
const call = async (path: string, role: PanelStanding | null, duty: Duty | null = null) => {
  const door =
    role === "viewer" ? await createViewerContext(world.ctx) : await createPanelContext(world.ctx, role ?? "owner");
  const session = role === null || !door.session ? null : { ...door.session, duty };
  const caller = createCallerFactory(panelRouter)({ ...door, session });
  const procedure = path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller);
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(Symbol("an input that no procedure accepts"));
    return "done";
  } catch (error) {
    return (error as { message: string }).message;
  }
};

describe.each(procedures)("%s", (path, { _def: { type, meta } }) => {
  test("401 without a session", async () => {
    expect(await call(path, null)).toBe("unauthorized");
  });

  test.each(panelRoles)("answers %s as the access table says", async (role) => {
    const isAllowed = mayInPanel(role, meta!.access);
    const answer = await call(path, role);
    if (isAllowed) expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
    const refusals = await world.db.prisma.auditEntry.count({
      where: { action: path, code: "access_denied", actorName: { startsWith: role } },
    });
    expect(refusals).toBe(isAllowed ? 0 : 1);
  });

  test("403 while a duty is due, except for doing it", async () => {
    const answer = await call(path, "owner", "password");
    if (meta!.access === "self.manage") expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
  });

  test("answers staff who view the account only where it reads, and the account's audit log says so", async () => {
    const isAllowed = type === "query" && mayInPanel("viewer", meta!.access);
    const answer = await call(path, "viewer");
    if (isAllowed) expect(answer).not.toBe("access_denied");
    else expect(answer).toBe("access_denied");
    const refusals = await world.db.prisma.auditEntry.count({
      where: { scope: "prt_ours", action: path, code: "access_denied", actorKind: "staff", actorName: "Vezne" },
    });
    expect(refusals).toBe(isAllowed ? 0 : 1);
  });
});
