import { expect, test } from "vitest";
import { noCredentials } from "../banks/credentials";
import { credentialsForm } from "./credential-inputs";

const empty = {
  bank: "isbank",
  system: "live",
  usesSimulatedShop: false,
  endpoints: { gate: "", api: "" },
  credentials: noCredentials,
  overrides: false,
  reason: "",
} as const;

const listFaults = (form: unknown, mode: "sandbox" | "live" = "live") =>
  credentialsForm("nestpay", mode)
    .safeParse(form)
    .error?.issues.map(({ path }) => path.join("."));

test("an empty form names every field that the bank needs, and the reason, at once", () => {
  const fields = ["merchantId", "user", "password", "storeKey"].map((name) => `credentials.${name}`);
  expect(listFaults(empty)?.toSorted()).toEqual([...fields, "reason"].toSorted());
});

test("addresses of one's own are needed and checked", () => {
  const credentials = { ...noCredentials, merchantId: "600218000", user: "u", password: "p", storeKey: "k" };
  const own = { ...empty, credentials, reason: "Agreed", system: "own" } as const;
  expect(listFaults(own)).toEqual(["endpoints.gate", "endpoints.api"]);
  const local = { gate: "https://bank.example.com/gate", api: "https://localhost/api" };
  expect(listFaults({ ...own, endpoints: local })).toEqual(["endpoints.api"]);
  expect(listFaults({ ...own, endpoints: local }, "sandbox")).toBeUndefined();
});

test("the simulated shop needs a reason only", () => {
  expect(listFaults({ ...empty, usesSimulatedShop: true }, "sandbox")).toEqual(["reason"]);
  expect(listFaults({ ...empty, usesSimulatedShop: true, reason: "Agreed" }, "sandbox")).toBeUndefined();
});
