import type { ListedFault } from "../fault";

// Faults in what people and keys may do.

export const trustDoorFaults: readonly ListedFault[] = [
  {
    what: "A key acts without the right for it.",
    file: "server/entry/v1/pipeline.ts",
    find: "if (!rights.scopes.includes(scope)) {",
    replace: "if (rights.scopes.length === 0) {",
    tests: ["server/entry/v1/key-scopes.test.ts"],
  },
  {
    what: "A key is accepted from every address.",
    file: "server/entry/v1/pipeline.ts",
    find: "if (rights.allowedIps.length > 0 && !isInNetworks(sourceIp, rights.allowedIps)) {",
    replace: "if (rights.allowedIps.length > 0 && isInNetworks(sourceIp, [])) {",
    tests: ["server/entry/v1/key-scopes.test.ts", "server/entry/v1/check-order.db.test.ts"],
  },
];

export const trustVerbFaults: readonly ListedFault[] = [
  {
    what: "A developer gives a key rights that only owners have.",
    file: "server/usecases/keys/shared/key-maker.ts",
    find: "if (![...scopes, ...former].every((scope) => mayGrant(role as PanelRole, scope)))",
    replace: "if (![...scopes, ...former].some((scope) => mayGrant(role as PanelRole, scope)))",
    tests: ["server/entry/panel/procedures/key.db.test.ts"],
  },
];
