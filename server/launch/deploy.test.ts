import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { isProductVariable } from "@/server/env";
import { schema, toPorts } from "@/server/env-schema";
import { testCertificate } from "@/server/testing/receivers/certificate";
import { projectRoot } from "./project";

// The files of `deploy` name variables, ports, commands and times of the code. No image is built here.

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");
const names = readdirSync(join(projectRoot, "deploy"), { recursive: true, encoding: "utf8" });

const dockerfile = read("deploy/Dockerfile");
const units = {
  product: read("deploy/systemd/vezne@.service"),
  migration: read("deploy/systemd/vezne-migrate.service"),
};
const ports = toPorts(schema.parse({}));
const { version } = JSON.parse(read("package.json")) as { version: string };

type Texts = Readonly<Record<string, string | number>>;
interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Texts;
  readonly stop_grace_period?: string;
  readonly ports?: readonly string[];
  readonly restart: string;
  readonly deploy: { readonly resources: { readonly limits: Texts } };
}
const compose = parse(read("deploy/compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const { vezne: web, roles, migrate } = compose.services;
const own = Object.entries({ web, roles, migrate }) as [string, Service][];

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Texts;
  readonly stringData?: Texts;
  readonly spec?: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly [Container];
      };
    };
    readonly ports?: readonly { readonly port: number }[];
  };
}
const manifests = names
  .filter((name) => name.startsWith("kubernetes/"))
  .flatMap((name) => parseAllDocuments(read(`deploy/${name}`)).map((document) => document.toJS() as Manifest));
const find = (kind: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind);
  if (!found) throw new Error(`There is no ${kind}`);
  return found;
};
const pod = (kind: "Deployment" | "Job") => find(kind).spec?.template.spec;

/** The words after `Environment=` of a unit, or after `ENV` of the Dockerfile, by name. */
const readAssignments = (text: string, start: RegExp): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.replaceAll("\\\n", " ").matchAll(start), ([, words = ""]) => words.trim().split(/\s+/))
      .flat()
      .map((word) => word.split("=") as [string, string]),
  );
const imageVariables = readAssignments(dockerfile, /^ENV (.*)$/gm);
const unitVariables = readAssignments(units.product, /^Environment=(.*)$/gm);
const configured = { ...find("ConfigMap").data };

/** Reads a number of milliseconds of a source, in seconds. */
const readSeconds = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(read(file))?.[1]?.replaceAll("_", "")) / 1_000;
const longestBankCall = readSeconds("server/banks/call.ts", /moneyMs: ([\d_]+)/);

describe("the files of deploy", () => {
  test("name only variables that the product reads", () => {
    const foreign = new Set(["NODE_ENV", "NPM_CONFIG_CACHE", "NPM_CONFIG_UPDATE_NOTIFIER"]);
    const named = [
      ...own.flatMap(([, { environment = {} }]) => Object.keys(environment)),
      ...manifests.flatMap(({ data = {}, stringData = {} }) => Object.keys({ ...data, ...stringData })),
      ...Object.keys({ ...imageVariables, ...unitVariables }),
    ];
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !isProductVariable(name) && !foreign.has(name))).toEqual([]);
  });

  test("take every variable of compose.yaml and of its proxy from env.example, which has no other", () => {
    const wanted = read("deploy/compose.yaml").matchAll(/\$\{(\w+)/g);
    const offered = read("deploy/env.example").matchAll(/^(\w+)=/gm);
    const list = (found: Iterable<RegExpMatchArray>) => [...new Set(Array.from(found, ([, name = ""]) => name))].sort();
    // Compose itself reads this one.
    expect([...list(wanted), "COMPOSE_PROFILES"].sort()).toEqual(list(offered));
    const ofProxy = list(read("deploy/Caddyfile").matchAll(/\{\$(\w+)\}/g));
    expect(Object.keys(compose.services.proxy?.environment ?? {}).sort()).toEqual(ofProxy);
  });

  test("use the default ports, and publish those of the proxy only", () => {
    const own = [ports.api, ports.pay, ports.admin];
    expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]?.split(" ").map(Number)).toEqual(own);
    expect(pod("Deployment")?.containers[0].ports.map(({ containerPort }) => containerPort)).toEqual(own);
    expect(find("Service").spec?.ports?.map(({ port }) => port)).toEqual([ports.api, ports.pay]);
    const upstreams = Array.from(read("deploy/Caddyfile").matchAll(/web:(\d+)/g), ([, port]) => Number(port));
    expect(upstreams).toEqual([ports.api, ports.pay]);
    const published = Object.entries(compose.services).filter(([, service]) => service.ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(["proxy"]);
    expect(pod("Deployment")?.containers[0].readinessProbe.httpGet).toEqual({ path: "/readyz", port: "admin" });
  });

  test("wait longer at a stop than the pause, the requests and the longest call to a bank take", () => {
    const requests = readSeconds("server/front/finish-requests.ts", /graceMs = ([\d_]+)/);
    const linger = readSeconds("server/front/serve.ts", /lingerMaxMs = ([\d_]+)/);
    const needed = requests + linger + longestBankCall;
    expect(needed).toBeGreaterThan(60);
    const number = (value: unknown): number => Number.parseInt(String(value), 10);
    const stops = [
      { pause: unitVariables.STOP_PAUSE_SECONDS, grace: /^TimeoutStopSec=(\d+)$/m.exec(units.product)?.[1] },
      { pause: web?.environment?.STOP_PAUSE_SECONDS, grace: web?.stop_grace_period },
      { pause: configured.STOP_PAUSE_SECONDS, grace: pod("Deployment")?.terminationGracePeriodSeconds },
    ];
    for (const { pause, grace } of stops) expect(number(grace)).toBeGreaterThan(number(pause) + needed);
  });

  test("run commands that npm run build has written", () => {
    const built = read("server/launch/build-release.mjs");
    const commands = [
      ...own.flatMap(([, { command = [] }]) => (command.length > 0 ? [command.join(" ")] : [])),
      ...(["Deployment", "Job"] as const).flatMap((kind) => pod(kind)?.containers[0].command?.join(" ") ?? []),
      ...Object.values(units).flatMap((unit) => /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1] ?? ""),
      ...Array.from(dockerfile.matchAll(/\bCMD (\[.*\])$/gm), ([, words = "[]"]) => JSON.parse(words).join(" ")),
    ];
    expect(commands).toHaveLength(7);
    for (const command of commands) {
      const files = command.split(" ").filter((word: string) => /\.(mjs|ts)$/.test(word));
      expect(command).toMatch(/^node [\w/.-]+\.mjs/);
      for (const file of files) expect(existsSync(join(projectRoot, file)), file).toBe(true);
      for (const program of files.filter((file: string) => file.endsWith(".ts"))) expect(built).toContain(program);
    }
    const kept = Array.from(read("deploy/Dockerfile.dockerignore").matchAll(/^!(.+)$/gm), ([, path = ""]) => path);
    expect(kept.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  test("pin every image, and name the version of package.json for the product's", () => {
    const images = [
      ...Object.values(compose.services).map(({ image }) => image),
      ...(["Deployment", "Job"] as const).map((kind) => pod(kind)?.containers[0].image ?? ""),
      /^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1] ?? "",
    ];
    for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+/);
    const texts = [...names.filter((name) => /[a-z]$/.test(name) && name.includes(".")), "Dockerfile"];
    const named = [...texts.map((name) => `deploy/${name}`), "docs/operations.md"].flatMap((file) =>
      Array.from(read(file).matchAll(/vezne(?::|\/|-migration-)(\d+[.-]\d+[.-]\d+)/g), ([, number = ""]) => number),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(new Set(named.map((number) => number.replaceAll("-", ".")))).toEqual(new Set([version]));
  });

  test("balance three processes by their probes, and send a request twice only where it asks no bank", () => {
    const file = read("deploy/haproxy/haproxy.cfg");
    const servers = Array.from(file.matchAll(/server web(\d) 127\.0\.0\.1:(\d+) check port (\d+)$/gm), (found) =>
      found.slice(1).map(Number),
    );
    const expected = [ports.api, ports.pay].flatMap((port) =>
      [0, 10, 20].map((later, n) => [n + 1, port + later, ports.admin + later]),
    );
    expect(servers).toEqual(expected);
    expect(file).toContain("http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost\n");
    expect(file.match(/^ *(retry-on|option redispatch|retries) .*$/gm)?.map((line) => line.trim())).toEqual([
      "retry-on conn-failure",
      "retries 3",
      "option redispatch 1",
      "retry-on conn-failure empty-response",
    ]);
    const [, api = "", pay = ""] = file.split(/^backend .*$/m);
    expect(api).toContain(
      "http-request disable-l7-retry unless is-lookup is-v1 || is-post is-payments || is-post is-links has-key\n",
    );
    expect(pay).not.toContain("retry-on");
    expect(file).not.toMatch(/^ *(on-marked-down|log-format .*%(r|HU|HP|HPO|HQ)\b)/m);
    const [inter = 0, fastInter = 0, fall = 0] =
      /inter (\d+)s fastinter (\d+)ms downinter \d+s fall (\d+)/.exec(file)?.slice(1).map(Number) ?? [];
    const noticedAfter = inter + ((fall - 1) * fastInter) / 1_000;
    expect(noticedAfter).toBeGreaterThan(0);
    expect(Number(unitVariables.STOP_PAUSE_SECONDS)).toBeGreaterThan(2 * noticedAfter);
    expect(Number(/timeout server (\d+)s$/m.exec(file)?.[1])).toBeGreaterThan(longestBankCall);
  });

  // HAProxy is no dependency; the command of D-336 demands it.
  const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;
  test.skipIf(!hasHaproxy)("are valid for HAProxy, with a certificate in place of the real ones", () => {
    const folder = mkdtempSync(join(tmpdir(), "vezne-haproxy-"));
    const { key, cert } = testCertificate(["api.example.com"]);
    writeFileSync(join(folder, "api.pem"), cert + key, { mode: 0o600 });
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, read("deploy/haproxy/haproxy.cfg").replace("/etc/haproxy/certs/", `${folder}/api.pem`));
    const { status, stderr } = spawnSync("haproxy", ["-c", "-f", file], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(status, stderr).toBe(0);
  });

  test("limit each service of compose.yaml, and name no namespace", () => {
    for (const [name, { deploy, restart }] of Object.entries(compose.services)) {
      expect(Object.keys(deploy.resources.limits), name).toEqual(["cpus", "memory"]);
      expect(restart, name).toBe(["roles", "migrate"].includes(name) ? "no" : "unless-stopped");
    }
    expect(manifests.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([]);
  });
});
