/**
 * Who may import whom. An area may import only itself and what its line in `mayImport` names. The doors under
 * `server/entry` and the protocols under `server/banks` do not import each other. There is no list of exceptions.
 */
const areas = {
  domain: "^server/domain/",
  banks: "^server/banks/",
  "banks/bank": "^server/banks/banks?\\.ts$",
  "banks/registry": "^server/banks/registry\\.ts$",
  "banks/wire": "^server/banks/(wire|compare|[^/]+/(hash|wire))\\.ts$",
  store: "^server/store/",
  usecases: "^server/usecases/",
  "usecases/ctx": "^server/usecases/(ctx|due-work-lock|keyed-semaphore)\\.ts$",
  context: "^server/context\\.ts$",
  entry: "^server/entry/",
  webhooks: "^server/(webhooks/|page-fetcher\\.)",
  mail: "^server/mail/",
  executor: "^server/executor/",
  sandbox: "^server/sandbox/bank/",
  "sandbox accounts": "^server/sandbox/accounts/",
  runtime: "^server/runtime\\.ts$",
  front: "^server/front/",
  launch: "^server/launch/",
  operator: "^server/operator/",
  testing: "^server/testing/",
  env: "^server/env(-conflicts|-forms|-schema)?\\.ts$",
  log: "^server/log\\.ts$",
  "request-store": "^server/request-store\\.ts$",
  global: "^server/process-global\\.ts$",
  "procedure types": "^server/entry/(panel|staff)/router-type\\.ts$",
  pages: "^components/pay/page-release\\.ts$",
  app: "^app/",
  messages: "^messages/",
  components: "^components/",
  instrumentation: "^instrumentation\\.ts$",
  prisma: "^prisma/generated/",
};

const mayImport = {
  domain: [],
  env: ["domain"],
  log: ["domain"],
  "request-store": ["global"],
  global: [],
  banks: ["domain"],
  store: ["domain", "env", "prisma"],
  usecases: ["domain", "store", "banks/bank"],
  context: ["domain", "store", "banks/registry", "webhooks", "mail", "pages", "usecases/ctx", "env", "log", "global"],
  entry: ["domain", "usecases", "executor", "context", "env", "request-store", "global", "messages"],
  webhooks: ["domain", "env"],
  mail: ["domain", "env", "messages"],
  executor: ["domain", "env"],
  sandbox: ["domain", "banks/wire", "env"],
  "sandbox accounts": ["domain", "env", "store", "usecases", "context", "operator", "launch", "sandbox", "prisma"],
  runtime: ["entry", "usecases", "context", "env", "store", "domain", "log", "request-store", "front"],
  front: ["domain", "env", "log", "request-store", "global"],
  operator: ["domain", "env", "log", "store", "usecases", "entry", "context", "launch"],
  launch: ["domain", "env", "log", "store", "context", "sandbox", "sandbox accounts", "prisma"],
  app: ["entry", "components", "domain", "request-store", "messages"],
  messages: ["domain"],
  components: ["domain", "procedure types", "messages"],
  instrumentation: ["runtime", "global"],
};

/**
 * The subjects inside `domain`, `store` and `usecases`. A subject (in `usecases` with its folder `shared`) may import
 * itself, the root of its layer, and the subjects that its line names. Every line names only subjects above it, so the
 * graph has no circle. The root imports no subject.
 */
const subjects = {
  web: [],
  payouts: [],
  accounts: [],
  mail: [],
  audit: ["accounts", "mail"],
  people: ["accounts", "mail", "audit"],
  keys: ["web", "accounts", "mail", "people"],
  pages: ["web", "audit"],
  banks: ["accounts"],
  pricing: ["accounts", "banks"],
  webhooks: ["web", "accounts", "people", "audit"],
  partners: ["web", "accounts", "people", "webhooks", "audit"],
  retention: ["accounts", "people"],
  expiry: ["webhooks"],
  "card-testing": ["web", "accounts", "people", "mail"],
  captures: ["banks", "payouts", "expiry", "card-testing"],
  payments: ["web", "pages", "pricing", "banks", "webhooks", "expiry", "card-testing", "captures"],
  links: ["web", "pages", "pricing", "banks", "webhooks", "expiry", "card-testing", "payments"],
  refunds: ["accounts", "people", "banks", "payouts", "webhooks", "payments"],
  corrections: ["people", "payouts", "payments"],
  approvals: [
    "accounts",
    "audit",
    "partners",
    "people",
    "banks",
    "pricing",
    "captures",
    "payments",
    "refunds",
    "corrections",
  ],
  terminals: ["accounts", "audit", "people", "banks", "pricing", "payments", "approvals"],
  operations: [
    "audit",
    "mail",
    "card-testing",
    "approvals",
    "partners",
    "people",
    "keys",
    "banks",
    "pricing",
    "payouts",
    "webhooks",
    "expiry",
    "captures",
    "payments",
    "refunds",
    "retention",
  ],
};

/** Modules that only tests may import. */
const testSupport = "^server/(testing|banks/conformance)/";

/** What a test may import on top of what its area may import. */
const areasForTests = ["webhooks", "mail", "env", "banks", "usecases", "sandbox", "sandbox accounts"];
const forTests = [testSupport, ...areasForTests.map((name) => areas[name])];
const testNames = ["\\.test\\.tsx?$"];

const ours = "^(server|app|components|messages|prisma|bench|e2e)/|^instrumentation\\.ts$";

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
      name: `tests of ${area} may import in addition: test support, env, banks, webhooks, mail, usecases, sandbox`,
      severity: "error",
      from: { path: testNames.map((name) => `${areas[area]}.*${name}`) },
      to: { path: ours, pathNot: [...reach, ...forTests] },
    },
  ];
};

const layersWithSubjects = "^server/(?:domain|store|usecases)";

const subjectRules = [
  ...Object.entries(subjects).map(([subject, allowed]) => ({
    name: `subject ${subject} may import the subjects: ${allowed.join(", ") || "none"}`,
    severity: "error",
    from: { path: `^server/(domain|store|usecases)/${subject}/`, pathNot: testNames },
    to: {
      path: "^server/$1/[^/]+/",
      pathNot: [subject, ...allowed].map((name) => `${layersWithSubjects}/${name}/`),
    },
  })),
  {
    name: "the root of a layer imports no subject",
    severity: "error",
    from: { path: "^server/(domain|store|usecases)/[^/]+$", pathNot: testNames },
    to: { path: "^server/$1/[^/]+/" },
  },
  {
    name: "every folder of a layer is a subject of the table",
    severity: "error",
    from: {},
    to: {
      path: `${layersWithSubjects}/[^/]+/`,
      pathNot: Object.keys(subjects).flatMap((subject) => [
        `${layersWithSubjects}/${subject}/[^/]+$`,
        `^server/usecases/${subject}/shared/(kinds/)?[^/]+$`,
      ]),
    },
  },
];

/** Folders of which one does not import another, under a parent. */
const siblings = (parent, names) => ({
  name: `the folders ${names} under ${parent} do not import each other`,
  severity: "error",
  from: { path: `^server/${parent}/(${names})/` },
  to: { path: `^server/${parent}/(${names})/`, pathNot: `^server/${parent}/$1/` },
});

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).flatMap(rulesOf),
    ...subjectRules,
    siblings("banks", "nestpay|garanti|posnet|payfor"),
    siblings("entry", "v1|link|handoff|panel|staff|jobs|admin|sandbox|docs"),
    {
      name: "only tests import test support",
      severity: "error",
      from: { path: "^(server|app|components|messages)/", pathNot: [...testNames, testSupport] },
      to: { path: testSupport },
    },
    {
      name: "domain is pure",
      severity: "error",
      from: { path: areas.domain, pathNot: testNames },
      to: { pathNot: [areas.domain, "node_modules/(zod|ulid)/", "^(node:)?crypto$"] },
    },
    {
      name: "pages that take a card never reach the panel",
      severity: "error",
      from: { path: "^app/(l|handoff|3ds)/" },
      to: { path: "^(components|server/entry)/(panel|staff)/|node_modules/(next-auth|@trpc)/", reachable: true },
    },
    {
      name: "pages know the types of their procedures, and nothing that runs",
      severity: "error",
      from: { path: areas.components },
      to: { path: areas["procedure types"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the catalogues know only types of the domain",
      severity: "error",
      from: { path: areas.messages, pathNot: testNames },
      to: { path: areas.domain, dependencyTypesNot: ["type-only"] },
    },
    { name: "no cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "nothing unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "the product does not import what only developers have",
      severity: "error",
      from: { path: "^(server|app|components|messages)/", pathNot: [...testNames, testSupport] },
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
