import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";
import { fillInPlaces } from "./configuration";

const file = readFileSync(join(projectRoot, "deploy/haproxy/haproxy.cfg"), "utf8");
const backends = [1, 2, 3].map((n) => ({ port: 40_000 + n, payPort: 41_000 + n, adminPort: 42_000 + n }));
const places = { port: 43_000, plainPort: 43_001, adminSocket: "/tmp/haproxy.sock", backends };

/** The lines that begin with a word, without what stands before it. */
const linesOf = (text: string, word: string): string[] =>
  text.split("\n").flatMap((line) => (line.trim().startsWith(`${word} `) ? [line.trim()] : []));

test("puts the places of a run in, and changes no other line of the recommended file", () => {
  const filledIn = fillInPlaces(file, places);
  expect(linesOf(filledIn, "bind")).toEqual(["bind 127.0.0.1:43001", "bind 127.0.0.1:43000"]);
  const [hosts, ...others] = linesOf(filledIn, "acl");
  expect(hosts).toBe("acl is-pay req.hdr(host),field(1,:) -i 127.0.0.1");
  expect(others).toEqual(linesOf(file, "acl").slice(1));
  expect(linesOf(filledIn, "server")).toEqual([
    "server web1 127.0.0.1:40001 check port 42001",
    "server web2 127.0.0.1:40002 check port 42002",
    "server web3 127.0.0.1:40003 check port 42003",
    "server web1-unready 127.0.0.1:40001 backup",
    "server web2-unready 127.0.0.1:40002 backup",
    "server web3-unready 127.0.0.1:40003 backup",
    "server web1 127.0.0.1:41001 check port 42001",
    "server web2 127.0.0.1:41002 check port 42002",
    "server web3 127.0.0.1:41003 check port 42003",
    "server web1-unready 127.0.0.1:41001 backup",
    "server web2-unready 127.0.0.1:41002 backup",
    "server web3-unready 127.0.0.1:41003 backup",
  ]);
  const isPlace = /^\s*(#|$|(bind|acl|server|log|stats socket|user|group|chroot) )/;
  const rules = (text: string): string[] => text.split("\n").filter((line) => !isPlace.test(line));
  expect(rules(filledIn)).toEqual(rules(file));
  expect(rules(filledIn).length).toBeGreaterThan(25);
});

test("fails when the file has another number of processes, or lacks a line that it replaces", () => {
  expect(() => fillInPlaces(file, { ...places, backends: backends.slice(1) })).toThrow("There is no process web3");
  expect(() => fillInPlaces(file, { ...places, backends: [...backends, ...backends] })).toThrow("has 3 processes");
  expect(() => fillInPlaces(file.replace("bind :443", "bind :8443"), places)).toThrow("no line like");
});
