import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { formHash, returnHash } from "./hash";

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("base64");

test("signs eight values of the form and the pass without separators, but neither card nor currency", () => {
  const form = {
    memberId: "5",
    orderId: "O1",
    amount: "1.01",
    okUrl: "https://ok",
    failUrl: "https://fail",
    type: "Auth",
    installment: "0",
    nonce: "rnd",
  };
  const text = "5O11.01https://okhttps://failAuth0rndPASS";
  expect(formHash(form, "PASS")).toBe(digest("sha1", text));
  for (const name of Object.keys(form)) {
    expect(formHash({ ...form, [name]: "x" }, "PASS"), name).not.toBe(digest("sha1", text));
  }
});

const signed = {
  merchantId: "M",
  orderId: "O1",
  authCode: "A",
  returnCode: "V033",
  status3d: "1",
  nonce: "PF1",
  userCode: "Ü",
};
const text = "MPASSO1AV0331PF1Ü";

test("chooses the algorithm by the length of the received digest, over the same text", () => {
  const sha1 = digest("sha1", text);
  const sha256 = digest("sha256", text);
  expect(returnHash(signed, "PASS", sha1)).toBe(sha1);
  expect(returnHash(signed, "PASS", sha256)).toBe(sha256);
});

test("never matches a digest of another length", () => {
  const others = ["md5", "sha384", "sha512"].map((algorithm) => digest(algorithm, text));
  for (const received of ["", "1", digest("sha1", text).slice(0, -4), ...others]) {
    expect(returnHash(signed, "PASS", received)).not.toBe(received);
  }
});
