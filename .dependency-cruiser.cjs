/**
 * Who may import whom (server/DECISIONS.md, "Shape"): what an area's line does not name, it may not import.
 * Siblings under banks/ and entry/ do not know each other. There is no list of exceptions.
 */
const areas = {
  domain: "^server/domain/",
  banks: "^server/banks/",
  "banks/bank": "^server/banks/bank\\.ts$",
  "banks/registry": "^server/banks/registry\\.ts$",
  "banks/wire": "^server/banks/(wire|compare|[^/]+/(hash|wire))\\.ts$",
  store: "^server/store/",
  usecases: "^server/usecases/",
  "usecases/ctx": "^server/usecases/(ctx|due-gate|lanes)\\.ts$",
  context: "^server/context\\.ts$",
  entry: "^server/entry/",
  webhooks: "^server/webhooks/",
  executor: "^server/executor/",
  simulator: "^server/simulator/",
  runtime: "^server/runtime\\.ts$",
  front: "^server/front/",
  launch: "^server/launch/",
  env: "^server/env\\.ts$",
  log: "^server/log\\.ts$",
  "request-store": "^server/request-store\\.ts$",
  "procedure types": "^server/entry/(panel|staff)/router-type\\.ts$",
  app: "^app/",
  components: "^components/",
  instrumentation: "^instrumentation\\.ts$",
  prisma: "^prisma/generated/",
};

const mayImport = {
  domain: [],
  env: ["domain"],
  log: ["domain"],
  "request-store": [],
  banks: ["domain"],
  store: ["domain", "env", "prisma"],
  usecases: ["domain", "store", "banks/bank"],
  context: ["domain", "store", "banks/registry", "webhooks", "usecases/ctx", "env", "log"],
  entry: ["domain", "usecases", "executor", "context", "env", "request-store"],
  webhooks: ["domain", "env"],
  executor: ["domain", "env"],
  simulator: ["domain", "banks/wire", "env"],
  runtime: ["entry", "context", "env", "store", "domain", "log", "request-store"],
  front: ["domain", "env", "log", "request-store"],
  launch: ["domain", "env", "log", "store", "usecases", "entry", "context", "simulator", "prisma"],
  app: ["entry", "components", "domain", "request-store"],
  components: ["domain", "procedure types"],
  instrumentation: ["runtime"],
};

/** What tests, and what is made for them only, may import on top of their area. */
const forTests = ["^server/launch/test-[^/]+\\.ts$", areas.webhooks, "^server/env\\.ts$", areas.banks];
const testNames = ["\\.test\\.tsx?$", "\\b(test|fake|conformance)-[^/]*\\.ts$", "\\bconformance\\.ts$"];

const ours = "^(server|app|components|prisma|bench|e2e)/|^instrumentation\\.ts$";

const rulesOf = ([area, allowed]) => {
  const reach = [areas[area], ...allowed.map((name) => areas[name])];
  return [
    {
      name: `${area} may import: ${allowed.join(", ") || "nothing"}`,
      severity: "error",
      from: { path: areas[area], pathNot: testNames },
      to: { path: ours, pathNot: reach },
    },
    {
      name: `tests of ${area} may import in addition: what is made for tests, env, banks`,
      severity: "error",
      from: { path: testNames.map((name) => `${areas[area]}.*${name}`) },
      to: { path: ours, pathNot: [...reach, ...forTests] },
    },
  ];
};

const siblings = (folder) => ({
  name: `siblings under ${folder} do not know each other`,
  severity: "error",
  from: { path: `^server/${folder}/([^/]+)/` },
  to: { path: `^server/${folder}/[^/]+/`, pathNot: `^server/${folder}/$1/` },
});

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).flatMap(rulesOf),
    siblings("banks"),
    siblings("entry"),
    {
      name: "domain is pure",
      severity: "error",
      from: { path: areas.domain, pathNot: testNames },
      to: {
        pathNot: [areas.domain, "node_modules/(zod|ulid)/", "^(node:)?crypto$"],
      },
    },
    {
      name: "pages that take a card never reach the panel",
      severity: "error",
      from: { path: "^app/(l|handoff|3ds)/" },
      to: {
        path: "^(components|server/entry)/(panel|staff)/|node_modules/(next-auth|@trpc)/",
        reachable: true,
      },
    },
    {
      name: "pages know the types of their procedures, and nothing that runs",
      severity: "error",
      from: { path: areas.components },
      to: { path: areas["procedure types"], dependencyTypesNot: ["type-only"] },
    },
    { name: "no cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "nothing unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "the product does not import what only developers have",
      severity: "error",
      from: { path: "^(server|app|components)/", pathNot: testNames },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "everything under server/ belongs to an area",
      severity: "error",
      from: {},
      to: { path: "^server/", pathNot: Object.values(areas) },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|^prisma/generated/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
