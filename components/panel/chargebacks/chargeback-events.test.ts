import { expect, test } from "vitest";
import { listChargebackEvents } from "./chargeback-events";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 28, hour));
const opened = { bankAt: at(1), createdAt: at(2), answeredAt: null, answeredBy: null, endedAt: null };
const answered = { ...opened, answeredAt: at(3), answeredBy: "staff@vezne.test" };

const listKinds = (chargeback: Parameters<typeof listChargebackEvents>[0]) =>
  listChargebackEvents(chargeback).map(({ kind }) => kind);

test("an open chargeback was taken and booked", () => {
  expect(listKinds({ ...opened, status: "open" })).toEqual(["taken", "booked"]);
});

test("the answer names its person, and the bank's decision names no one", () => {
  const events = listChargebackEvents({ ...answered, status: "lost", endedAt: at(4) });
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ["taken", null],
    ["booked", null],
    ["contested", "staff@vezne.test"],
    ["lost", null],
  ]);
});

test("a chargeback that is lost without an answer was not contested", () => {
  expect(listKinds({ ...opened, status: "lost", endedAt: at(4) })).toEqual(["taken", "booked", "lost"]);
});

test("money that comes back does not say whether the answer contested or accepted", () => {
  expect(listKinds({ ...answered, status: "won", endedAt: at(4) })).toEqual(["taken", "booked", "answered", "won"]);
  expect(listKinds({ ...answered, status: "accepted" })).toEqual(["taken", "booked", "accepted"]);
});
