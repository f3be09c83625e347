import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { projectRoot } from "./project";

test("of Inngest's variables the server keeps those that the product checks, and no other", () => {
  const checked = ["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"];
  const others = ["INNGEST_DEV", "INNGEST_SIGNING_KEY_FALLBACK", "INNGEST_BASE_URLS", "INNGEST_STREAMING"];
  const tell = `process.on("exit", () => console.log(JSON.stringify(Object.keys(process.env))))`;
  // Nothing else is set, so that it ends as soon as it has read its variables.
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(tell)}`, "server.mjs"],
    {
      cwd: projectRoot,
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        ...Object.fromEntries([...checked, ...others].map((name) => [name, "x"])),
      },
      encoding: "utf8",
    },
  );
  const names: string[] = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(names.filter((name) => name.startsWith("INNGEST_")).sort()).toEqual(checked);
});
