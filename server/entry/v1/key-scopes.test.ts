import { describe, expect, test } from "vitest";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { scopePermissions } from "@/server/domain/keys/key-grants";
import { panelAccess, panelRoles } from "@/server/domain/people/access";
import { buildRequest, caller, createContext, traceId } from "@/server/testing/doors/requests";
import type { Caller } from "@/server/usecases/caller";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import type { Operation } from "./operation";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

const limits = createRateLimits({ multiplier: 1_000_000 });

/** Sends a request to an operation whose run is replaced, and returns the status and the message of an error. */
async function send(operation: Operation, changes: Partial<Caller["rights"]>, sourceIp = "192.0.2.1") {
  const reached: Operation = { ...operation, run: async () => ({ status: 200, body: {} }), errors: [] };
  const { body: _, query: __, ...bare } = reached;
  const path = operation.path.replace(/\{\w+\}/g, "x");
  const rights = { ...caller.rights, ...changes };
  const response = await answerAsResponse(
    buildRequest({ method: operation.method, path, headers: { "Accept-Language": "tr" } }),
    { sourceIp, traceId },
    {
      ctx: createContext(),
      limits,
      routes: createRouteTable([bare]),
      strict: true,
      authenticate: async () => ({ ...caller, rights }),
    },
  );
  const { error } = await response.json();
  return { status: response.status, code: error?.code, message: error?.message };
}

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  (_name, operation) => {
    test.each(keyScopes)("answers a key that has only %s as the declaration says", async (scope) => {
      const { status, code, message } = await send(operation, { scopes: [scope] });
      if (scope === operation.scope) return expect(status).toBe(200);
      expect({ status, code }).toEqual({ status: 403, code: "access_denied" });
      expect(message).toBe(`Bu API anahtarının ${operation.scope} yetkisi yok.`);
    });

    test("403 from an address outside the key's networks, and 200 from one inside", async () => {
      const allowedIps = ["203.0.113.0/24", "2001:db8::/48"];
      for (const address of ["198.51.100.1", "2001:db9::1", "unknown"]) {
        expect(await send(operation, { allowedIps }, address), address).toMatchObject({
          status: 403,
          code: "access_denied",
          message: "Bu API anahtarı bu IP adresinden kullanılamaz.",
        });
      }
      for (const address of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:0:1::1"]) {
        expect((await send(operation, { allowedIps }, address)).status, address).toBe(200);
      }
    });
  },
);

test("every right of a key is one that a role of the panel has", () => {
  for (const scope of keyScopes) {
    expect(
      panelRoles.filter((role) => (panelAccess[scopePermissions[scope]] as readonly string[]).includes(role)),
    ).toContain("owner");
  }
});
