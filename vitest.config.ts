import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { countCases } from "./server/testing/run/cases";

// The time zone has an unusual offset, so no code can depend on the machine's zone unnoticed.
process.env.TZ = "Asia/Kathmandu";

type Settings = NonNullable<TestProjectInlineConfiguration["test"]>;

const project = (settings: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: settings,
});

/** Limits that only a test reaches that hangs: a busy machine must not fail one that waits for a condition. */
const patience = {
  testTimeout: countCases(120_000, 3_600_000),
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
} satisfies Settings;

const everywhere = [
  "server/**",
  "components/**",
  "app/**",
  "messages/**",
  "bench/**",
  "e2e/chaos/**",
  "e2e/haproxy/**",
  "e2e/incidents/**",
  "e2e/rehearse/**",
  "e2e/security/**",
  "e2e/support/**",
  "sim/**",
];
const matching = (...endings: string[]): string[] =>
  endings.flatMap((ending) => everywhere.map((folder) => `${folder}/*${ending}`));

/**
 * Test files of one kind share the modules of their process. Files that mock modules run isolated: `*.mocked.test.ts`.
 */
const sharing = (name: string, endings: string[], settings: Settings = {}) => {
  const replacing = matching(...endings.map((ending) => `.mocked${ending}`));
  const { exclude = [], ...others } = settings;
  return [
    project({
      ...others,
      name,
      include: matching(...endings),
      exclude: [...exclude, ...replacing],
      isolate: false,
    }),
    project({ ...others, name: `${name}-mocked`, include: replacing }),
  ];
};

export default defineConfig({
  test: {
    // Use-case tests wait for PostgreSQL half of their time, so one worker more than processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...sharing("unit", [".test.ts", ".test.tsx"], {
        exclude: matching(".db.test.ts", ".launch.test.ts"),
        ...patience,
      }),
      ...sharing("usecases", [".db.test.ts"], {
        globalSetup: "server/testing/world/database-setup.ts",
        ...patience,
      }),
      project({
        name: "launch",
        include: matching(".launch.test.ts"),
        testTimeout: 300_000,
        hookTimeout: 300_000,
        fileParallelism: false,
        // Two processes start at the same time; more would only take the processors from each other.
        maxConcurrency: 2,
      }),
    ],
  },
});
