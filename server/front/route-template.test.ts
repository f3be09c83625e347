import { expect, test } from "vitest";
import { toRouteTemplate } from "./route-template";

test.each([
  ["api", "/", "/"],
  ["api", "/v1/unknown/pay_1", "/v1/*"],
  ["api", "/panel/payments/pay_1?q=x", "/panel/*"],
  ["api", "/staff", "/staff/*"],
  ["api", "/api/trpc/payments.list,links.list?batch=1", "/api/trpc/*"],
  ["api", "/docs/refunds", "/docs/*"],
  ["api", "/_next/static/chunks/a.js", "/assets/*"],
  ["api", "/readyz", "/readyz"],
  ["api", "/whatever/a/client/invents", "other"],
  ["api", "/a//b", "none"],
  ["pay", "/handoff", "/handoff"],
  ["pay", "/l/secret-token", "/l/{token}"],
  ["pay", "/l/secret-token/qr.svg", "/l/{token}/qr.svg"],
  ["pay", "/l/secret-token/pay", "/l/{token}/*"],
  ["pay", "/3ds/callback/secret-token", "/3ds/callback/{token}"],
  ["pay", "/panel", "none"],
] as const)("%s %s has the template %s", (origin, target, template) => {
  expect(toRouteTemplate(origin, target)).toBe(template);
});
