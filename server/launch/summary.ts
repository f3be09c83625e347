import { describeEngine, type FunctionsEngine } from "@/server/env";
import type { SandboxFile } from "../sandbox/accounts/prepare";

/** The one block that a sandbox prints when it is ready: where everything is, and who may come in. */
export const summary = (sandbox: SandboxFile, file: string, engine: FunctionsEngine): string => {
  const { demo } = sandbox.partners;
  const people = [...(demo?.users ?? []), ...sandbox.staff];
  const card = sandbox.cards.find(({ outcome }) => outcome === "approved");
  const lines: [string, string][] = [
    ["API, docs", sandbox.apiUrl],
    ["Panel", sandbox.panelUrl],
    ["Pay pages", sandbox.payUrl],
    ["Test banks", sandbox.bankUrl],
    ["Database", sandbox.databaseUrl],
    ["Functions", describeEngine(engine)],
    ...people.map(({ email, password, role }): [string, string] => [
      `Login (${role})`,
      `${email}  ${password}`,
    ]),
    ["API key", demo?.apiKeys[0] ?? ""],
    ["Terminal", demo?.terminals.default ?? ""],
    [
      "Test card",
      card ? `${card.pan}  ${card.expireMonth}/${card.expireYear}  ${card.cv2}  code ${sandbox.otp}` : "",
    ],
  ];
  const rows = lines.map(([name, value]) => `  ${name.padEnd(15)} ${value}`);
  return [
    "",
    "Vezne is ready (sandbox)",
    "",
    ...rows,
    "",
    `  The rest is in ${file}. Ctrl-C stops everything.`,
    "",
  ].join("\n");
};
