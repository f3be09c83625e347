import { expect } from "vitest";
import { openLinkStates } from "@/server/domain/states";
import type { TestWorld } from "../world/world";

/**
 * Expects that the status of every link agrees with its payments, their attempts, the captures at the bank and the
 * merchant's events (D-10, D-11). This must hold after every race, when nothing is being written.
 */
export async function expectConsistentLinks(world: TestWorld): Promise<void> {
  const links = await world.db.prisma.paymentLink.findMany({
    include: { payments: { include: { attempts: true } } },
  });
  const events = await world.db.prisma.outboxEvent.findMany();
  const captures = world.bank.calls.flatMap((asked) => (asked.kind === "capture" ? [asked.order.orderId] : []));
  expect(new Set(captures).size, "a capture is sent once").toBe(captures.length);
  for (const link of links) {
    const { payments } = link;
    const eventTypes = (id: string) => events.filter(({ resourceId }) => resourceId === id).map(({ type }) => type);
    const open = payments.filter(({ status }) => status === "initiated");
    const captured = payments.filter(({ status }) => status === "captured");
    const inFlight = open.filter(({ attempts }) => attempts.some(({ status }) => inFlightStates.includes(status)));
    const isOpen = (openLinkStates as readonly string[]).includes(link.status);
    expect(
      {
        captured: captured.length,
        paid: payments.flatMap(({ attempts }) => attempts).filter(({ status }) => status === "captured").length,
        inFlight: inFlight.length,
        isOpenPaymentLeft: open.length > (isOpen ? 1 : 0),
        events: eventTypes(link.id),
        paymentEvents: payments.map(({ id }) => eventTypes(id)),
        opened: link.status === "pending" ? link.firstOpenedAt : null,
      },
      `link ${link.id}, ${link.status}`,
    ).toEqual({
      captured: link.status === "completed" ? 1 : 0,
      paid: link.status === "completed" ? 1 : 0,
      inFlight: link.status === "initiated" ? 1 : 0,
      isOpenPaymentLeft: false,
      events: ["completed", "expired"].includes(link.status) ? [`payment_link.${link.status}`] : [],
      paymentEvents: payments.map(({ status }) => (status === "initiated" ? [] : [`payment.${status}`])),
      opened: null,
    });
  }
}

const inFlightStates = ["started", "capturing", "unknown"];
