import { expect } from "@playwright/test";
import { compareBill, listScripted, listUnnamedScripts } from "@/server/testing/run/supply-chain";
import { judgeAdvisories } from "../advisories";
import { type Check, NotTestable } from "../check";
import { runCommand } from "../operator";

/** The packages that the product is made of. */

export const supplyChainIsKnown: Check = async () => {
  expect(listUnnamedScripts(), "packages whose install script no line allows or refuses").toEqual([]);
  const { listed, extra, missing } = compareBill();
  expect({ extra, missing }, "bill of materials and lock file").toEqual({ extra: [], missing: [] });
  const done = `${listed} packages equal the lock file, ${listScripted().length} install scripts are named`;
  const { output } = await runCommand({}, ["npm", "audit", "--json", "--omit=dev", "--loglevel=silent"]);
  const verdict = judgeAdvisories(output, new Date().toISOString().slice(0, 10));
  if (verdict.kind === "not_asked") throw new NotTestable(`could not ask for advisories: ${verdict.why}; ${done}`);
  expect(verdict.serious, "advisories of a high or critical severity").toEqual([]);
  return { done: `${done}; ${verdict.advisories} advisories, none serious` };
};
