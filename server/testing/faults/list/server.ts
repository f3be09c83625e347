import type { ListedFault } from "../fault";

/** Faults in the HTTP server in front, and in the log. */
export const frontFaults: readonly ListedFault[] = [
  {
    what: "A request with two Host lines is served for the first of them.",
    file: "server/front/hosts.ts",
    find: "values.length === 1 && hosts.has",
    replace: "values.length >= 1 && hosts.has",
    tests: ["server/front/hosts.test.ts"],
  },
  {
    what: "A caller chooses the source address, and so every budget per address, by a header.",
    file: "server/front/source-ip.ts",
    find: ".slice(-hops).reverse()",
    replace: ".slice(0, hops)",
    tests: ["server/front/source-ip.test.ts"],
  },
  {
    what: "Answers of the handoff may be kept by a cache.",
    file: "server/front/paths.ts",
    find: "/^\\/(v1|handoff|3ds|l|sandbox|panel|staff|api)(?=[/?#]|$)/",
    replace: "/^\\/(v1|3ds|l|sandbox|panel|staff|api)(?=[/?#]|$)/",
    tests: ["server/front/paths.test.ts", "server/front/listener.test.ts"],
  },
  {
    what: "Browsers guess the media type of the product's answers.",
    file: "server/domain/web/security-headers.ts",
    find: '"X-Content-Type-Options": "nosniff",',
    replace: "",
    tests: ["server/front/security-headers.test.ts", "server/front/listener.test.ts", "server/front/router.test.ts"],
  },
  {
    what: "A script whose content was replaced runs on a page that takes cards.",
    file: "server/front/strip-scripts.ts",
    find: '/\\ssrc="\\/assets\\//i.test(attributes) && /\\sintegrity="sha(256|384|512)-/i.test(attributes)',
    replace: '/\\ssrc="\\/assets\\//i.test(attributes)',
    tests: ["server/front/strip-scripts.test.ts"],
  },
  {
    what: "A request for a foreign host is served.",
    file: "server/front/listener.ts",
    find: 'if (!isForHost(req.rawHeaders, front.hosts)) return "misdirected";',
    replace: "",
    tests: ["server/front/listener.test.ts"],
  },
  {
    what: "A client poses as the framework's own middleware by a header.",
    file: "server/front/router.ts",
    find: '  "x-middleware-subrequest",\n',
    replace: "",
    tests: ["server/front/router.test.ts"],
  },
  {
    what: "The proofs of 3-D Secure are written to the log.",
    file: "server/log.ts",
    find: "expireMonth expireYear md cavv xid eci",
    replace: "expireMonth expireYear",
    tests: ["server/log.test.ts"],
  },
  {
    what: "A card number inside the message of an error is written to the log.",
    file: "server/log.ts",
    find: "message: maskCards(error.message),",
    replace: "message: error.message,",
    tests: ["server/log.test.ts"],
  },
];

/** Faults in the launcher and in the reading of the environment. */
export const launchFaults: readonly ListedFault[] = [
  {
    what: "The product starts in live mode with addresses without encryption.",
    file: "server/env-conflicts.ts",
    find: 'origins.filter(([, value]) => !String(value).startsWith("https://"))',
    replace: 'origins.filter(([, value]) => !String(value).startsWith("http"))',
    tests: ["server/env.test.ts"],
  },
  {
    what: "In live mode the controls of the sandbox accept a key.",
    file: "server/env.ts",
    find: 'sandboxKey: env.settings.mode === "sandbox" ? new Secret(SANDBOX_KEY ?? "") : undefined,',
    replace: 'sandboxKey: new Secret(SANDBOX_KEY ?? ""),',
    tests: ["server/env.test.ts"],
  },
  {
    what: "After a power failure the product does not start, because another process has the number of its owner.",
    file: "server/launch/owner-file.ts",
    find: "owner !== undefined && readStartTime(owner.pid) === owner.born",
    replace: "owner !== undefined && readStartTime(owner.pid) !== undefined",
    tests: ["server/launch/owner-file.test.ts"],
  },
  {
    what: "A database that is too old is migrated half-way.",
    file: "server/launch/migrations/migrate.ts",
    find: "const missing = (await listMigrations()).filter((name) => !applied.has(name));",
    replace: "const missing = (await listMigrations()).filter((name) => applied.has(name));",
    tests: ["server/testing/world/database.db.test.ts", "server/launch/migrations/schema-engine.db.test.ts"],
  },
];

/** Faults in the commands of operators. */
export const operatorFaults: readonly ListedFault[] = [
  {
    what: "A card number that is typed in place of a BIN is searched for and printed.",
    file: "server/operator/bins-arguments.ts",
    find: "!/^[0-9]{6,8}$/.test(value)",
    replace: "!/^[0-9]{6,}$/.test(value)",
    tests: ["server/operator/bins-arguments.test.ts"],
  },
  {
    what: "A BIN table in another character set damages the names of the banks.",
    file: "server/entry/http/bin-csv.ts",
    find: "{ fatal: true }",
    replace: "{ fatal: false }",
    tests: ["server/operator/bins-file.test.ts"],
  },
  {
    what: "An option that is given twice takes the first value without a word.",
    file: "server/entry/admin/options.ts",
    find: "if (more.length > 0) throw refusal(name, `the option --${option.name} is given more than once`);",
    replace: "void more;",
    tests: ["server/entry/admin/options.test.ts"],
  },
];
