const { areas, mayImport, subjects } = require("./server/testing/run/import-tables.cjs");

/** Writes programs in `npm run build`; production finds them, and has no development dependencies (D-345). */
const builder = "^server/launch/programs\\.mjs$";

/** Modules that only tests may import. */
const testSupport = "^server/(testing|banks/conformance)/";

/** What a test may import on top of what its area may import. */
const areasForTests = ["webhooks", "mail", "env", "banks", "usecases", "sandbox", "sandbox accounts"];
const forTests = [testSupport, ...areasForTests.map((name) => areas[name])];
const testNames = ["\\.test\\.tsx?$"];

const ours = "^(server|app|components|messages|prisma|bench|e2e|sim)/|^instrumentation\\.ts$";

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
      from: { path: "^(server|app|components|messages)/", pathNot: [...testNames, testSupport, builder] },
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
