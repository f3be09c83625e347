import { describe, expect, test } from "vitest";
import type { EventType } from "../states";
import { buildDeliveryBody, type EventNotice, eventFamilies, toDeliveryId, toEventFamily } from "./events";

const notice = (type: EventType, subjectId: string | null): EventNotice => ({
  deliveryId: "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4",
  type,
  partnerId: "prt_1",
  subjectId,
  occurredAt: new Date("2026-11-20T09:00:00.999Z"),
});
const text = (type: EventType, subjectId: string | null) => buildDeliveryBody(notice(type, subjectId)).toString();
const start = (type: EventType) => `{"id":"whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4","type":"${type}",`;
const end = '"occurredAt":"2026-11-20T09:00:00.000Z"}';

describe("the body of each family, with ordered keys and the time in whole seconds (§6.2, D-34)", () => {
  test.each(eventFamilies.transaction)("%s names the payment", (type) => {
    expect(text(type, "pay_1")).toBe(`${start(type)}"paymentCode":"pay_1",${end}`);
  });
  test.each(eventFamilies.payout)("%s names the batch and the account", (type) => {
    expect(text(type, "pob_1")).toBe(`${start(type)}"payoutBatchId":"pob_1","partnerId":"prt_1",${end}`);
  });
  test.each(eventFamilies.payment_link)("%s names the link", (type) => {
    expect(text(type, "pl_1")).toBe(`${start(type)}"paymentLinkId":"pl_1",${end}`);
  });
  test.each(eventFamilies.test)("%s names no resource", (type) => {
    expect(text(type, null)).toBe(`${start(type)}${end}`);
  });
});

test("each of the ten types is in exactly one of the four families", () => {
  const all = Object.values(eventFamilies).flat();
  expect(all).toHaveLength(10);
  expect(new Set(all).size).toBe(10);
  for (const [family, types] of Object.entries(eventFamilies))
    for (const type of types) expect(toEventFamily(type)).toBe(family);
});

test("a delivery's id is its event's id with another prefix", () => {
  expect(toDeliveryId("evt_01K8Z3X5Y6Z7A8B9C0D1E2F3G4")).toBe("whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4");
});
