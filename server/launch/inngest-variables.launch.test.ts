import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { schema } from "@/server/env-schema";
import { projectRoot } from "./project";

test("keeps the variables of Inngest and OpenTelemetry that the product checks, and removes all others", () => {
  const otel = Object.keys(schema.shape).filter((name) => name.startsWith("OTEL_"));
  const checked = ["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY", ...otel].sort();
  const others = [
    "INNGEST_DEV",
    "INNGEST_SIGNING_KEY_FALLBACK",
    "INNGEST_BASE_URLS",
    "INNGEST_STREAMING",
    "OTEL_BSP_SCHEDULE_DELAY",
    "OTEL_LOG_LEVEL",
  ];
  const printNames = `process.on("exit", () => console.log(JSON.stringify(Object.keys(process.env))))`;
  // No other variable is set, so the server ends as soon as it has read its variables.
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(printNames)}`, "server.mjs"],
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
  expect(otel.length).toBe(11);
  expect(names.filter((name) => /^(INNGEST|OTEL)_/.test(name)).sort()).toEqual(checked);
});
