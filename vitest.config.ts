import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// A time zone with an odd offset, so that nothing can lean on the machine's own.
process.env.TZ = "Asia/Kathmandu";

const shared = {
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
};
const everywhere = ["server/**", "components/**", "app/**", "bench/**", "e2e/support/**"];
const matching = (ending: string) => everywhere.map((folder) => `${folder}/*${ending}`);

export default defineConfig({
  test: {
    // Left to itself it keeps one processor free, which is half of a machine that has two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: [...matching(".test.ts"), ...matching(".test.tsx")],
          exclude: [...matching(".db.test.ts"), ...matching(".launch.test.ts")],
        },
      },
      {
        ...shared,
        test: {
          name: "usecases",
          include: matching(".db.test.ts"),
          globalSetup: "server/launch/test-database-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...shared,
        test: {
          name: "launch",
          include: matching(".launch.test.ts"),
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
