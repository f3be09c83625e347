import { expect, test } from "vitest";
import { policyFor } from "./security-headers";

test("the pay origin's policy allows one nonce and nothing inline", () => {
  const policy = policyFor("pay", "abc", false, "https://secure.test");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("report-uri /csp-report; report-to csp");
  expect(policy + policyFor("api", "abc", false, "https://secure.test")).not.toMatch(/unsafe|\*|http:/);
});
