import { expect } from "vitest";
import { openLinkStates } from "@/server/domain/states";
import type { TestWorld } from "../world/world";

/**
 * What holds for every link of a world whenever nothing is being written, whatever raced before (D-10, D-11): its payments,
 * their cards, what the bank was asked and what the merchant was told agree with its state.
 */
export async function expectWholeLinks(world: TestWorld): Promise<void> {
  const links = await world.db.prisma.paymentLink.findMany({
    include: { payments: { include: { attempts: true } } },
  });
  const events = await world.db.prisma.outboxEvent.findMany();
  const captures = world.bank.asked.flatMap((asked) =>
    asked.kind === "capture" ? [asked.order.orderId] : [],
  );
  expect(new Set(captures).size, "a capture is sent once").toBe(captures.length);
  for (const link of links) {
    const { payments } = link;
    const told = (id: string) => events.filter(({ resourceId }) => resourceId === id).map(({ type }) => type);
    const open = payments.filter(({ status }) => status === "initiated");
    const captured = payments.filter(({ status }) => status === "captured");
    const inFlight = open.filter(({ attempts }) => attempts.some(({ status }) => onTheWay.includes(status)));
    const isOpen = (openLinkStates as readonly string[]).includes(link.status);
    expect(
      {
        captured: captured.length,
        paid: payments.flatMap(({ attempts }) => attempts).filter(({ status }) => status === "captured")
          .length,
        inFlight: inFlight.length,
        isOpenPaymentLeft: open.length > (isOpen ? 1 : 0),
        told: told(link.id),
        toldOfPayments: payments.map(({ id }) => told(id)),
        opened: link.status === "pending" ? link.firstOpenedAt : null,
      },
      `link ${link.id}, ${link.status}`,
    ).toEqual({
      captured: link.status === "completed" ? 1 : 0,
      paid: link.status === "completed" ? 1 : 0,
      inFlight: link.status === "initiated" ? 1 : 0,
      isOpenPaymentLeft: false,
      told: ["completed", "expired"].includes(link.status) ? [`payment_link.${link.status}`] : [],
      toldOfPayments: payments.map(({ status }) => (status === "initiated" ? [] : [`payment.${status}`])),
      opened: null,
    });
  }
}

const onTheWay = ["started", "capturing", "unknown"];
